// What a browser remembers for us. With storage switched off it remembers nothing and we go on.
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Full, or switched off: the choice lasts as long as the page.
  }
}

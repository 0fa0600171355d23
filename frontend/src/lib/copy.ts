// Text put where it can be pasted from.

/** False where the browser does not let us: then it has to be shown. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** Plain http, as in most halls, has no clipboard but still the command of old. */
function copySelected(text: string): boolean {
  const before = document.activeElement as HTMLElement | null;
  const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
  field.style.cssText = "position: fixed; opacity: 0";
  document.body.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    before?.focus();
  }
}

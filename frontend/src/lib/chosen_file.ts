// The file of a field, taken out of it: a browser says nothing when the same path is chosen twice, and a corrected
// file mostly has its old name.

export function chosenFile(change: Event): File | null {
  const field = change.currentTarget as HTMLInputElement;
  const file = field.files?.[0] ?? null;
  field.value = "";
  return file;
}

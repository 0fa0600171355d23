// What a field lacks, in the language of the screen: a browser would say it in its own.
import { t } from "./app.svelte";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What to say of a field; "" where the browser's own word is the best there is. */
function lacking(field: Field): string {
  const { valueMissing, badInput, rangeUnderflow, rangeOverflow, patternMismatch } = field.validity;
  if (valueMissing && field.matches("select")) return t("app.choose");
  if (valueMissing && field.matches("[type=checkbox], [type=radio]")) return t("app.tick");
  if (patternMismatch && field.title) return field.title;
  if (valueMissing || patternMismatch) return t(field.matches("[type=number]") ? "app.number" : "app.fill_in");
  if (field.matches("[type=number]") && (rangeUnderflow || rangeOverflow)) {
    return t("app.between", { least: (field as HTMLInputElement).min, most: (field as HTMLInputElement).max });
  }
  return badInput ? t("app.number") : "";
}

/** Every form of the app; said once, a fault is forgotten with the next key or tap: then it is looked at anew. */
export function sayWhatIsNeeded(): void {
  const told = new Set<Field>();
  const forget = () => {
    for (const field of told) field.setCustomValidity("");
    told.clear();
  };
  addEventListener("invalid", (event) => {
    const field = event.target as Field;
    field.setCustomValidity(lacking(field));
    told.add(field);
  }, true);
  for (const act of ["keydown", "pointerdown", "click", "input"]) addEventListener(act, forget, true);
}

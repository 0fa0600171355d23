// A file somebody chose, as text; a picture is none, and is refused before it is sent anywhere.
import { Refused } from "./api";
import { t } from "./app.svelte";

/** The text of a file; refused with what to do where it is none. */
export async function textOf(file: File): Promise<string> {
  const text = await file.text();
  if (/[\0\ufffd]/.test(text)) throw new Refused("file.not_text", t("own.not_text", { name: file.name }), 0);
  return text;
}

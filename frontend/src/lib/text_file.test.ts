import { expect, it } from "vitest";
import { app } from "./app.svelte";
import { textOf } from "./text_file";

it("takes text, and refuses a picture with what to do", async () => {
  app.lang = "pl";
  expect(await textOf(new File(['title = "Żółw"'], "a.toml"))).toBe('title = "Żółw"');
  const picture = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0])], "mapa.png");
  await expect(textOf(picture)).rejects.toThrow("mapa.png nie jest plikiem tekstowym");
});

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
// @ts-expect-error - plain JavaScript: it runs while the app is built, never in it
import { land } from "./land.js";
// @ts-expect-error - and this
import { shell } from "./shell.js";
// @ts-expect-error - so is this
import { type } from "./type.js";

// The bundle goes into the Python package: one wheel is the whole product.
export default defineConfig({
  plugins: [svelte(), land(), type(), shell()],
  worker: { format: "es" },
  build: {
    outDir: "../src/stolik/adapters/web/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  test: { environment: "happy-dom", include: ["src/**/*.test.ts"], setupFiles: ["src/texts/both.ts"], css: true, testTimeout: 30_000, hookTimeout: 30_000 },
});

// The files a device plays with, and how far they are loaded.
import type { Parts } from "./messages";

const RUNTIME = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];

export function filesOf({ runtime, packages, kernel }: Parts): string[] {
  const own = [...packages, ...(kernel ? [kernel] : [])];
  return [...RUNTIME.map((name) => `/device/${runtime}/${name}`), ...own.map((name) => `/device/${name}`)];
}

export interface Loading {
  /** What is under way: files come, Python starts, our rules are read. */
  what: "files" | "engine" | "rules";
  done: number;
  whole: number;
  bytes: number;
}

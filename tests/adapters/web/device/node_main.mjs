// Runs a piece of Python in the browser's Python, in Node: node node_main.mjs FRONTEND FILES WITH_KERNEL < code
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { pathToFileURL } from "node:url";

const given = [];
for await (const some of process.stdin) given.push(some);
const code = Buffer.concat(given).toString("utf-8");

const [frontend, files, withKernel] = process.argv.slice(2);
const part = (name) => new Uint8Array(gunzipSync(readFileSync(`${files}/${name}.gz`)));
const { startPython } = await import(pathToFileURL(`${frontend}/src/device/engine.js`));
const { loadPyodide } = await import(pathToFileURL(`${frontend}/node_modules/pyodide/pyodide.mjs`));
const parts = JSON.parse(readFileSync(`${files}/parts.json`, "utf-8"));
const kernel = withKernel === "kernel" && parts.kernel ? part(parts.kernel) : null;
const python = await startPython(loadPyodide, `${frontend}/node_modules/pyodide/`, parts.packages.map(part), kernel);
process.stdout.write(await python.runPythonAsync(code), () => process.exit());

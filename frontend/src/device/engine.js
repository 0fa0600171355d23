// Starts Python with our rules, bots and solver in it: in a worker of the browser, or in Node for tests.

/**
 * @param {(options: object) => Promise<any>} loadPyodide
 * @param {string} indexURL where Pyodide's own files lie
 * @param {Uint8Array[]} packages zip files with Python packages
 * @param {Uint8Array | null} kernel the solver's kernel; without it its twin in Python answers
 */
export async function startPython(loadPyodide, indexURL, packages, kernel) {
  const python = await loadPyodide({ indexURL });
  const { purelib } = python.runPython("import sysconfig; sysconfig.get_paths()").toJs({ dict_converter: Object.fromEntries });
  for (const zip of packages) python.unpackArchive(zip, "zip", { extractDir: purelib });
  if (kernel) python.registerJsModule("stolik_kernel", await kernelOf(kernel));
  return python;
}

const ANSWER_SIZE = 320;
const LARGEST = 1024;

/** The kernel as Python calls it: lengths and tiles in as hex; its number, what is left of the looks and what it wrote out. */
async function kernelOf(/** @type {Uint8Array} */ binary) {
  const { instance } = await WebAssembly.instantiate(binary);
  const { memory, malloc, stolik_prepare, stolik_solve, _initialize } = /** @type {any} */ (instance.exports);
  _initialize?.();
  stolik_prepare();
  const given = malloc(LARGEST);
  const written = malloc(ANSWER_SIZE);
  const budget = malloc(8);

  function solve(/** @type {string} */ hex, /** @type {number} */ objective, /** @type {string} */ looks) {
    const size = hex.length / 2;
    if (size > LARGEST) return `-1 ${looks} `;
    new DataView(memory.buffer).setBigInt64(budget, BigInt(looks), true);
    const bytes = new Uint8Array(memory.buffer, given, size);
    for (let i = 0; i < size; i += 1) bytes[i] = parseInt(hex.slice(2 * i, 2 * i + 2), 16);
    const table = (bytes[0] ?? 0) + 256 * (bytes[1] ?? 0);
    const found = stolik_solve(given + 2, table, given + 2 + table, size - 2 - table, objective, written, ANSWER_SIZE, budget);
    const answer = new Uint8Array(memory.buffer, written, found < 0n ? 0 : Number(found & 0xffffn));
    const left = new DataView(memory.buffer).getBigInt64(budget, true);
    return `${found} ${left} ${Array.from(answer, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  }

  return { solve };
}

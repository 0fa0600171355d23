/** The part of Pyodide that we use. */
export interface Python {
  pyimport(name: string): any;
}

export function startPython(
  loadPyodide: (options: object) => Promise<any>,
  indexURL: string,
  packages: Uint8Array[],
  kernel: Uint8Array | null,
): Promise<Python>;

// What the worker uses of Pyodide, which the site has in its folder "runtime"; the build of the page does not need it.
declare module "site-runtime/pyodide.mjs" {
  export interface Python {
    unpackArchive(data: ArrayBuffer, format: "xztar", options: { extractDir: string }): void;
    FS: { readFile(path: string): Uint8Array<ArrayBuffer> };
    runPython(code: string): unknown;
    pyimport<Module>(module: string): Module;
  }
  export function loadPyodide(options: { indexURL: string }): Promise<Python>;
}

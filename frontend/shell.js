// Lists the parts of the web app, for a device that takes them along (src/device/prepare.ts).
export function shell() {
  return {
    name: "shell",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const parts = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css|woff2)$/.test(name));
        const source = JSON.stringify(["/", "/icon.svg", ...parts.sort().map((name) => `/${name}`)]);
        this.emitFile({ type: "asset", fileName: "shell.json", source });
      },
    },
  };
}

import { join } from "node:path";
import type { Plugin } from "vite";

const rendererPath = join(import.meta.dirname, "../../worker/html/react-on-server.ts");
/** React's own renderer, and the modules that vite.config.ts puts in place of `react` and `react/jsx-runtime`. */
const replacedModules = ["preact/compat", "preact/jsx-runtime", "react-dom/server"];

/** The worker of the Preact build renders by our own code, which allocates less (ADR-075). */
export function serverRenderer(): Plugin {
  return {
    name: "server-renderer",
    apply: "build",
    enforce: "pre",
    resolveId(id) {
      return this.environment.name === "worker" && replacedModules.includes(id) ? rendererPath : undefined;
    },
  };
}

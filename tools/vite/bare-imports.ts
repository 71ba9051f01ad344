import type { Plugin } from "vite";

/** Replaces Vite's preload code by plain dynamic imports: later chunks have no styles of their own. */
export function bareImports(): Plugin {
  return {
    name: "bare-imports",
    apply: "build",
    enforce: "pre",
    load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined),
  };
}

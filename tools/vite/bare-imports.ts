import type { Plugin } from "vite";

/** What a page loads later needs no styles of its own: without Vite's code that would load them, it is a bare import. */
export function bareImports(): Plugin {
  return {
    name: "bare-imports",
    apply: "build",
    enforce: "pre",
    load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined),
  };
}

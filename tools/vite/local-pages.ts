import type { Plugin } from "vite";

/** Local builds (`npm start`, `npm run dev`) contain the component gallery, deployments do not. */
export function localPages(): Plugin {
  let isLocal = process.env.LOCAL_PAGES === "true";
  return {
    name: "local-pages",
    configResolved: (config) => void (isLocal ||= config.command === "serve"),
    resolveId: (id) => (id === "virtual:local-pages" ? "\0virtual:local-pages" : undefined),
    load(id) {
      if (id !== "\0virtual:local-pages") return;
      if (!isLocal) return "export const localAreas = [];";
      const load = 'async () => (await import("/routes/design/index.ts")).localPages';
      return `export const localAreas = [{ under: ["/design"], load: ${load} }];`;
    },
  };
}

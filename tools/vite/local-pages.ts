import type { Plugin } from "vite";

/**
 * The page that shows every component is part of what runs on one's own machine only: `npm start` and `npm run dev` ask for
 * it, a deployment does not.
 */
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

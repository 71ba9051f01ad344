import type { Plugin } from "vite";
import { islandPrefix } from "./entries.ts";

const resolvedPrefix = `\0${islandPrefix}`;

export const islandOf = (id: string): string | undefined =>
  id.startsWith(resolvedPrefix) ? id.slice(resolvedPrefix.length) : undefined;

/** `virtual:island/account/sign-in` hydrates `islands/account/sign-in.tsx`. */
export function islandEntries(): Plugin {
  let isDev = false;
  return {
    name: "island-entries",
    configResolved: (config) => void (isDev = config.command === "serve"),
    resolveId: (id) => (id.startsWith(islandPrefix) ? resolvedPrefix + id.slice(islandPrefix.length) : undefined),
    load(id) {
      const name = islandOf(id);
      if (name === undefined) return;
      const imports = `import { hydrate } from "/islands/client.ts"; import island from "/islands/${name}.tsx";`;
      return `${isDev ? 'import "@vitejs/plugin-react/preamble";' : ""}${imports} hydrate(${JSON.stringify(name)}, island);`;
    },
  };
}

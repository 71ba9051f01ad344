import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Stylesheet } from "virtual:assets";
import type { Plugin, Rollup } from "vite";
import { releaseFile } from "../../worker/contract/paths.ts";
import { islandNames, islandPrefix, scripts, stylesheets } from "./entries.ts";
import { islandOf } from "./island-entries.ts";

type Assets = Record<keyof typeof scripts, string> & {
  release: string;
  stylesheets: Record<string, Stylesheet>;
  islands: Record<string, { script: string; preload: string[] }>;
};

/** Passes hashed file names to the worker build through an unserved file in `dist`. */
export function assetNames(dist: string): Plugin {
  let isDev = false;
  return {
    name: "asset-names",
    configResolved: (config) => void (isDev = config.command === "serve"),
    writeBundle(_options, bundle) {
      if (this.environment.name !== "client") return;
      mkdirSync(dist, { recursive: true });
      const assets = builtAssets(bundle);
      writeFileSync(`${dist}/assets.json`, `${JSON.stringify(assets, null, 2)}\n`);
      const files = Object.keys(bundle).filter((file) => file.startsWith("assets/"));
      const listed = { release: assets.release, files: files.toSorted().map((file) => `/${file}`) };
      writeFileSync(join(dist, "client", releaseFile), `${JSON.stringify(listed)}\n`);
    },
    resolveId: (id) => (id === "virtual:assets" ? "\0virtual:assets" : undefined),
    load(id) {
      if (id !== "\0virtual:assets") return;
      return `export default ${isDev ? JSON.stringify(servedAssets()) : readFileSync(`${dist}/assets.json`, "utf8")}`;
    },
  };
}

const toScripts = (addressOf: (file: string) => string): Record<keyof typeof scripts, string> => ({
  early: addressOf(scripts.early),
  lists: addressOf(scripts.lists),
  filters: addressOf(scripts.filters),
  forms: addressOf(scripts.forms),
  quantities: addressOf(scripts.quantities),
  reference: addressOf(scripts.reference),
  buttons: addressOf(scripts.buttons),
  mentions: addressOf(scripts.mentions),
  console: addressOf(scripts.console),
  search: addressOf(scripts.search),
  suggestions: addressOf(scripts.suggestions),
  palette: addressOf(scripts.palette),
  errors: addressOf(scripts.errors),
});

/** The development server uses source names. */
function servedAssets(): Assets {
  const linked = Object.entries(stylesheets).map(([name, file]) => [name, { href: `/${file}` }]);
  const islands = islandNames.map((name) => [name, { script: `/@id/${islandPrefix}${name}`, preload: [] }]);
  return {
    ...toScripts((file) => `/${file}`),
    release: "dev",
    stylesheets: Object.fromEntries(linked),
    islands: Object.fromEntries(islands),
  };
}

function builtAssets(bundle: Rollup.OutputBundle): Assets {
  const outputs = Object.values(bundle);
  const chunks = outputs.filter((output) => output.type === "chunk");
  const styles = outputs
    .filter((output) => output.type === "asset")
    .filter(({ fileName }) => fileName.endsWith(".css"));
  const addressOf = (file: string) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(file));
    return chunk ? `/${chunk.fileName}` : "";
  };
  const release = createHash("sha256").update(
    outputs
      .map(({ fileName }) => fileName)
      .toSorted()
      .join("\n"),
  );
  return {
    ...toScripts(addressOf),
    release: release.digest("hex").slice(0, 8),
    stylesheets: Object.fromEntries(styles.map(toStylesheet)),
    islands: Object.fromEntries(chunks.flatMap(toIsland)),
  };
}

function toIsland({ facadeModuleId, fileName, imports }: Rollup.OutputChunk): [string, Assets["islands"][string]][] {
  const name = islandOf(facadeModuleId ?? "");
  return name === undefined ? [] : [[name, { script: `/${fileName}`, preload: imports.map((file) => `/${file}`) }]];
}

const inlinedStylesheets = ["account", "visitors"];

/** Inlines the styles of the pages that visitors see first, to save a round trip. */
function toStylesheet({ names, fileName, source }: Rollup.OutputAsset): [string, Stylesheet] {
  const name = names[0]?.replace(".css", "") ?? "";
  if (!inlinedStylesheets.includes(name)) return [name, { href: `/${fileName}` }];
  const css = source.toString();
  return [name, { css, hash: `sha256-${createHash("sha256").update(css).digest("base64")}` }];
}

import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import type { Stylesheet } from "virtual:assets";
import { defineConfig, type Plugin, type Rollup, type UserConfig } from "vite";

const renderer = process.env.RENDERER === "react" ? "react" : "preact";
const dist = process.env.DIST ?? `dist/${renderer}`;
const stylesheets = {
  account: "worker/ui/account.css",
  admin: "worker/ui/admin.css",
  docs: "worker/ui/docs.css",
  site: "worker/ui/site.css",
};
const early = "islands/early.ts";
const lists = "islands/lists.ts";
const reference = "islands/reference.ts";
const buttons = "islands/buttons.ts";
const consoleSearch = "islands/console.ts";
const islandPrefix = "virtual:island/";

// All code says `react`; this is the one place that decides what that means.
const preactAliases = [
  { find: /^react$/, replacement: "preact/compat" },
  { find: /^react-dom$/, replacement: "preact/compat" },
  { find: /^react-dom\/client$/, replacement: "preact/compat/client" },
  { find: /^react-dom\/server$/, replacement: "preact-render-to-string" },
  { find: /^react\/jsx(-dev)?-runtime$/, replacement: "preact/jsx-runtime" },
];

// Every file directly in an area's folder is an island; ui and lib hold what islands share.
const islandFiles = globSync("islands/{account,store,portal,admin,design}/*.tsx").toSorted();
const islandNames = islandFiles.map((file) => file.replace(/^islands\/|\.tsx$/g, "").replaceAll("\\", "/"));

// those of /design are never deployed
const builtIslands = islandNames.filter((name) => process.env.LOCAL_PAGES === "true" || !name.startsWith("design/"));

const escaped = (name: string) => `\0${islandPrefix}${name}`;

/** One entry per island that hydrates it; `virtual:island/account/sign-in` belongs to `islands/account/sign-in.tsx`. */
function islandEntries(): Plugin {
  let isDev = false;
  return {
    name: "island-entries",
    configResolved: (config) => void (isDev = config.command === "serve"),
    resolveId: (id) => (id.startsWith(islandPrefix) ? escaped(id.slice(islandPrefix.length)) : undefined),
    load(id) {
      if (!id.startsWith(escaped(""))) return;
      const name = id.slice(escaped("").length);
      const imports = `import { hydrate } from "/islands/client.ts"; import island from "/islands/${name}.tsx";`;
      return `${isDev ? 'import "@vitejs/plugin-react/preamble";' : ""}${imports} hydrate(${JSON.stringify(name)}, island);`;
    },
  };
}

type Assets = {
  stylesheets: Record<string, Stylesheet>;
  early: string;
  lists: string;
  reference: string;
  buttons: string;
  console: string;
  islands: Record<string, { script: string; preload: string[] }>;
};

/** The account screens are the first that anybody sees: their styles stand in the page and save it a round trip. */
function toStylesheet(name: string, { fileName, source }: Rollup.OutputAsset): Stylesheet {
  if (name !== "account") return { href: `/${fileName}` };
  const css = source.toString();
  return { css, hash: `sha256-${createHash("sha256").update(css).digest("base64")}` };
}

function assetsOf(bundle: Rollup.OutputBundle): Assets {
  const assets: Assets = {
    stylesheets: {},
    early: "",
    lists: "",
    reference: "",
    buttons: "",
    console: "",
    islands: {},
  };
  for (const output of Object.values(bundle)) {
    if (output.type === "asset" && output.fileName.endsWith(".css")) {
      const name = output.names[0]?.replace(".css", "") ?? "";
      assets.stylesheets[name] = toStylesheet(name, output);
    }
    if (output.type === "chunk" && output.facadeModuleId?.endsWith(early)) assets.early = `/${output.fileName}`;
    if (output.type === "chunk" && output.facadeModuleId?.endsWith(lists)) assets.lists = `/${output.fileName}`;
    if (output.type === "chunk" && output.facadeModuleId?.endsWith(reference)) assets.reference = `/${output.fileName}`;
    if (output.type === "chunk" && output.facadeModuleId?.endsWith(buttons)) assets.buttons = `/${output.fileName}`;
    if (output.type === "chunk" && output.facadeModuleId?.endsWith(consoleSearch))
      assets.console = `/${output.fileName}`;
    if (output.type === "chunk" && output.facadeModuleId?.startsWith(escaped(""))) {
      const preload = output.imports.map((file) => `/${file}`);
      assets.islands[output.facadeModuleId.slice(escaped("").length)] = { script: `/${output.fileName}`, preload };
    }
  }
  return assets;
}

/** Hands the hashed names of the client build to the worker build through a file that is not served. */
function assetNames(): Plugin {
  let isDev = false;
  return {
    name: "asset-names",
    configResolved: (config) => void (isDev = config.command === "serve"),
    writeBundle(_options, bundle) {
      if (this.environment.name !== "client") return;
      mkdirSync(dist, { recursive: true });
      writeFileSync(`${dist}/assets.json`, `${JSON.stringify(assetsOf(bundle), null, 2)}\n`);
    },
    resolveId: (id) => (id === "virtual:assets" ? "\0virtual:assets" : undefined),
    load(id) {
      if (id !== "\0virtual:assets") return;
      if (!isDev) return `export default ${readFileSync(`${dist}/assets.json`, "utf8")}`;
      const islands = islandNames.map((name) => [name, { script: `/@id/${islandPrefix}${name}`, preload: [] }]);
      const linked = Object.entries(stylesheets).map(([name, file]) => [name, { href: `/${file}` }]);
      return `export default ${JSON.stringify({ stylesheets: Object.fromEntries(linked), early: `/${early}`, lists: `/${lists}`, reference: `/${reference}`, buttons: `/${buttons}`, console: `/${consoleSearch}`, islands: Object.fromEntries(islands) })}`;
    },
  };
}

/**
 * The page that shows every component is part of what runs on one's own machine only: `npm start` and `npm run dev` ask for
 * it, a deployment does not.
 */
function localPages(): Plugin {
  let isLocal = process.env.LOCAL_PAGES === "true";
  return {
    name: "local-pages",
    configResolved: (config) => void (isLocal ||= config.command === "serve"),
    resolveId: (id) => (id === "virtual:local-pages" ? "\0virtual:local-pages" : undefined),
    load(id) {
      if (id !== "\0virtual:local-pages") return;
      return isLocal ? 'export { localPages } from "/routes/design/index.ts";' : "export const localPages = [];";
    },
  };
}

// Static files never pass the worker, so their headers stand in Cloudflare's _headers file.
const staticHeaders = `/*
  Strict-Transport-Security: max-age=31536000; includeSubDomains
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  Cross-Origin-Opener-Policy: same-origin
  Cross-Origin-Resource-Policy: same-origin
  Content-Security-Policy: default-src 'none'; frame-ancestors 'none'
/assets/*
  Cache-Control: public, max-age=31536000, immutable
/*.svg
  Content-Type: image/svg+xml; charset=utf-8
`;

function headersFile(): Plugin {
  return {
    name: "headers-file",
    applyToEnvironment: (environment) => environment.name === "client",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "_headers", source: staticHeaders });
    },
  };
}

/** The parts of the payment provider's SDK that our gateways name: `stripe.invoices.pay` needs Invoices. */
function usedStripeResources(): Set<string> {
  const source = globSync("worker/gateways/stripe*.ts")
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return new Set(
    [...source.matchAll(/\bstripe\.(\w+)\.(\w+)/g)].flatMap(([, first = "", second = ""]) => [
      capital(first),
      `${capital(first)}/index`,
      `${capital(first)}/${capital(second)}`,
    ]),
  );
}

/**
 * Leaves out the bodies of the SDK's other resources, a fifth of the whole worker: an isolate parses all of its script
 * before its first answer.
 */
function onlyUsedStripeResources(): Plugin {
  const used = usedStripeResources();
  return {
    name: "only-used-stripe-resources",
    apply: "build",
    load(id) {
      const resource = /stripe\/esm\/resources\/(.+)\.js$/.exec(id)?.[1];
      if (!resource || used.has(resource)) return;
      const names = [...readFileSync(id, "utf8").matchAll(/^export class (\w+)/gm)].map(([, name]) => name);
      return names.map((name) => `export class ${name} {}`).join("\n");
    },
  };
}

/** What a page loads later needs no styles of its own: without Vite's code that would load them, it is a bare import. */
function bareImports(): Plugin {
  return {
    name: "bare-imports",
    apply: "build",
    enforce: "pre",
    load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined),
  };
}

// What every island needs, and what forms need besides; both load beside the page's own island, and more chunks cost more
// than they save.
const clientGroups = [
  { name: "shared", test: /node_modules|islands\/client|islands\/lib\/(api|messages|cache)/, priority: 3 },
  // what the pages on which one buys share, and no form of an account needs
  {
    name: "buying",
    test: /islands\/lib\/(cart|money)|worker\/contract\/buying/,
    minShareCount: 2,
    priority: 2,
  },
  { name: "forms", test: /islands\/(lib|ui)\/(?!fields)|worker\/contract/, minShareCount: 2, priority: 1 },
  // the kinds of fields that the account screens do not have
  { name: "fields", test: /islands\/(lib|ui)\/fields/, minShareCount: 2 },
];

const client = {
  build: {
    outDir: `${dist}/client`,
    emptyOutDir: true,
    copyPublicDir: true,
    assetsInlineLimit: 0,
    modulePreload: false as const,
    rolldownOptions: {
      // a page address is a constant of its own: each island gets the few it names as text
      optimization: { inlineConst: { mode: "all" as const, pass: 2 } },
      input: [
        ...Object.values(stylesheets),
        early,
        lists,
        reference,
        buttons,
        consoleSearch,
        ...builtIslands.map((name) => islandPrefix + name),
      ],
      output: {
        entryFileNames: "assets/[name]-[hash].js",
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: "assets/[name]-[hash][extname]",
        codeSplitting: { groups: clientGroups },
      },
    },
  },
};

const worker = {
  resolve: {
    noExternal: true as const,
    conditions: ["workerd", "worker", "browser", "module", "import", "production"],
  },
  build: {
    outDir: `${dist}/worker`,
    emptyOutDir: true,
    copyPublicDir: false,
    ssr: true,
    emitAssets: false,
    minify: true,
    sourcemap: true,
    rolldownOptions: {
      input: { index: "worker/index.ts" },
      external: [/^node:/, /^cloudflare:/],
      platform: "browser" as const,
      output: { format: "es" as const, entryFileNames: "[name].js", codeSplitting: false },
    },
  },
};

// the test runner reads this file too, and needs neither a worker nor Fast Refresh
const isTest = process.env.VITEST !== undefined;

export default defineConfig(({ command }) => {
  // A build is for production whatever the shell says; the test runner, for one, says "test".
  if (command === "build") process.env.NODE_ENV = "production";
  return configOf(command);
});

const configOf = (command: "build" | "serve"): UserConfig => ({
  publicDir: "islands/public",
  appType: "custom",
  resolve: { alias: command === "build" && renderer === "preact" ? preactAliases : [] },
  define: command === "build" ? { "process.env.NODE_ENV": '"production"' } : {},
  build: { target: "es2022" },
  plugins: [
    islandEntries(),
    assetNames(),
    headersFile(),
    localPages(),
    onlyUsedStripeResources(),
    bareImports(),
    command === "serve" && !isTest && react(),
    command === "serve" &&
      !isTest &&
      cloudflare({
        inspectorPort: false,
        // beside the database, so that whoever deletes the data deletes its files with it
        persistState: { path: process.env.WORKER_STATE ?? ".wrangler/state" },
        config: (config) => ({
          main: "worker/index.ts",
          vars: { ...config.vars, ...JSON.parse(process.env.WORKER_VARS ?? "{}") },
        }),
      }),
  ],
  // known beforehand, so that the first page of a fresh checkout is not reloaded
  optimizeDeps: { include: ["react", "react-dom/client", "react/jsx-dev-runtime"] },
  ...(command === "build" && {
    environments: { client, worker },
    builder: {
      async buildApp(builder) {
        for (const name of ["client", "worker"]) {
          const environment = builder.environments[name];
          if (environment) await builder.build(environment);
        }
      },
    },
  }),
});

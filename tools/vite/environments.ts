import { clientInput } from "./entries.ts";

// Few chunks: each one costs a request, and compresses worse than a part of a larger one.
const clientGroups = [
  // needed by every island
  {
    name: "shared",
    test: /node_modules|islands\/client|islands\/lib\/(api|messages|cache)/,
    priority: 3,
  },
  // needed by the pages of the store, by no account form
  {
    name: "buying",
    test: /islands\/lib\/(cart|money)|worker\/contract\/buying/,
    minShareCount: 2,
    priority: 2,
  },
  // needed by every form
  {
    name: "forms",
    test: /islands\/(lib|ui)\/(?!fields|new-password)|worker\/contract|vite\/preload-helper/,
    minShareCount: 2,
    priority: 1,
  },
  // needed where a password is chosen, not by the sign-in page
  { name: "new-password", test: /islands\/ui\/new-password/, minShareCount: 2 },
  // kinds of fields that the account forms do not have
  { name: "fields", test: /islands\/(lib|ui)\/fields/, minShareCount: 2 },
];

/** What runs in the browser, built into `dist`/client. */
export const clientEnvironment = (dist: string) => ({
  build: {
    outDir: `${dist}/client`,
    emptyOutDir: true,
    copyPublicDir: true,
    assetsInlineLimit: 0,
    modulePreload: false as const,
    rolldownOptions: {
      // a page address is a constant of its own: each island gets the few it names as text
      optimization: { inlineConst: { mode: "all" as const, pass: 2 } },
      input: clientInput,
      output: {
        entryFileNames: "assets/[name]-[hash].js",
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: "assets/[name]-[hash][extname]",
        codeSplitting: { groups: clientGroups },
      },
    },
  },
});

/** What runs at the edge, built into `dist`/worker as one module. */
export const workerEnvironment = (dist: string) => ({
  // The driver of the database has its own where there is none; with that of workerd a dozen modules of Node are evaluated
  define: { "globalThis.process": "undefined" },
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
      // parentheses around a module's body would have V8 compile it at the start, though few are evaluated then
      optimization: { pifeForModuleWrappers: false },
      output: {
        format: "es" as const,
        entryFileNames: "[name].js",
        codeSplitting: false,
        // A single typographic character, and V8 keeps the whole script in memory at two bytes for each letter.
        minify: { codegen: { asciiOnly: true } },
      },
    },
  },
});

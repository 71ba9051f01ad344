import { clientInput } from "./entries.ts";

// Few chunks, because each chunk costs a request, and small chunks compress worse than large ones.
const clientGroups = [
  // needed by the searches of the header, which load nothing else
  { name: "combobox", test: /islands\/lib\/combobox/, priority: 4 },
  // needed by every island
  {
    name: "shared",
    test: /node_modules|islands\/client|islands\/lib\/(api|messages|cache)/,
    priority: 3,
  },
  // needed by the pages of the store, by no account form
  {
    name: "buying",
    test: /islands\/lib\/(cart|money)|worker\/contract\/buying\/(?!cancel|dollars|refund|states)/,
    minShareCount: 2,
    priority: 2,
  },
  // needed by every form
  {
    name: "forms",
    test: /islands\/(lib|ui)\/(?!code-field|fields|fresh|new-password|passkey)|worker\/contract\/(?!buying\/(cancel|dollars|refund|states))|vite\/preload-helper/,
    minShareCount: 2,
    priority: 1,
  },
  // needed where a password is chosen, not by the sign-in page
  { name: "new-password", test: /islands\/ui\/new-password/, minShareCount: 2 },
  // needed once a passkey is used
  { name: "passkeys", test: /islands\/(lib|ui)\/passkey/, minShareCount: 2 },
  // needed once a sign-in is too old
  { name: "fresh-sign-in", test: /islands\/(lib|ui)\/(code-field|fresh)/, minShareCount: 2 },
  // kinds of fields that the account forms do not have
  { name: "fields", test: /islands\/(lib|ui)\/fields/, minShareCount: 2 },
];

export const clientEnvironment = (dist: string) => ({
  build: {
    outDir: `${dist}/client`,
    emptyOutDir: true,
    copyPublicDir: true,
    assetsInlineLimit: 0,
    modulePreload: false as const,
    rolldownOptions: {
      // Path constants are inlined, so that an island contains only the paths that it uses.
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

export const workerEnvironment = (dist: string) => ({
  // Otherwise the database driver would use workerd's `process`, which evaluates a dozen modules of Node.
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
      // Parentheses around a module would make V8 compile it at startup, although few modules run then.
      optimization: { pifeForModuleWrappers: false },
      output: {
        format: "es" as const,
        entryFileNames: "[name].js",
        codeSplitting: false,
        // With one non-ASCII character, V8 stores the whole script in two bytes per character.
        minify: { codegen: { asciiOnly: true } },
      },
    },
  },
});

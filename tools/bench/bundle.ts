import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { root } from "../../sandbox/process/settings.ts";

/** Copies the built worker, so that a build during the run does not change it. Returns the file name. */
export function copyWorker(folder: string): string {
  copyFileSync(join(root, "dist/preact/worker/index.js"), join(folder, "store.js"));
  return "store.js";
}

export function copyBareAnswer(folder: string): string {
  copyFileSync(join(import.meta.dirname, "bare-answer.worker.js"), join(folder, "answer.js"));
  return "answer.js";
}

/**
 * Repeats the options of `workerEnvironment` (tools/vite/environments.ts) that this worker needs, without the plugins
 * of vite.config.ts. Returns the file's name.
 */
export async function bundleBareSelect(folder: string): Promise<string> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    define: { "process.env.NODE_ENV": '"production"' },
    ssr: { noExternal: true, resolve: { conditions: ["workerd", "worker", "browser", "module", "import"] } },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      minify: true,
      target: "es2022",
      rolldownOptions: {
        input: { bare: join(import.meta.dirname, "bare-select.worker.js") },
        external: [/^node:/, /^cloudflare:/],
        platform: "browser",
        output: { format: "es", entryFileNames: "[name].js", codeSplitting: false },
      },
    },
  });
  return "bare.js";
}

/** Repeats the options of vite.config.ts that this page needs, without its plugins. Returns the file's name. */
export async function bundleBarePage(folder: string): Promise<string> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    define: { "process.env.NODE_ENV": '"production"' },
    resolve: {
      alias: [
        { find: /^react$/, replacement: "preact/compat" },
        { find: /^react-dom\/client$/, replacement: "preact/compat/client" },
      ],
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: {
        input: { bare: join(import.meta.dirname, "bare-page.browser.js") },
        output: { entryFileNames: "bare-page.js" },
      },
    },
  });
  return "bare-page.js";
}

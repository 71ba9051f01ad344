import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig, type UserConfig } from "vite";
import { assetNames } from "./tools/vite/asset-names.ts";
import { bareImports } from "./tools/vite/bare-imports.ts";
import { clientEnvironment, workerEnvironment } from "./tools/vite/environments.ts";
import { headersFile } from "./tools/vite/headers-file.ts";
import { islandEntries } from "./tools/vite/island-entries.ts";
import { localPages } from "./tools/vite/local-pages.ts";
import { serverRenderer } from "./tools/vite/server-renderer.ts";
import { onlyUsedStripeResources } from "./tools/vite/stripe-resources.ts";

const renderer = process.env.RENDERER === "react" ? "react" : "preact";
const dist = process.env.DIST ?? `dist/${renderer}`;

// All code imports `react`; this file and tools/vite/server-renderer.ts decide whether that is React, Preact or our own
// renderer.
const preactAliases = [
  { find: /^react$/, replacement: "preact/compat" },
  { find: /^react-dom$/, replacement: "preact/compat" },
  { find: /^react-dom\/client$/, replacement: "preact/compat/client" },
  { find: /^react\/jsx(-dev)?-runtime$/, replacement: "preact/jsx-runtime" },
];

export default defineConfig(({ command }) => {
  // A build is always for production, even from the test runner, which sets NODE_ENV to "test".
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
    renderer === "preact" && serverRenderer(),
    islandEntries(),
    assetNames(dist),
    headersFile(),
    localPages(),
    onlyUsedStripeResources(),
    bareImports(),
    command === "serve" && react(),
    command === "serve" &&
      cloudflare({
        inspectorPort: false,
        // The bucket is beside the database, so that deleting the data deletes the bucket's files, too.
        persistState: { path: process.env.WORKER_STATE ?? ".wrangler/state" },
        config: (config) => ({
          main: "worker/index.ts",
          vars: { ...config.vars, ...JSON.parse(process.env.WORKER_VARS ?? "{}") },
        }),
      }),
  ],
  // Vite would find these dependencies late, and reload the first page of a fresh checkout.
  optimizeDeps: { include: ["react", "react-dom/client", "react/jsx-dev-runtime"] },
  ...(command === "build" && {
    environments: { client: clientEnvironment(dist), worker: workerEnvironment(dist) },
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

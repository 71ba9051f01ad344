import { createWriteStream, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { endpoints } from "../../worker/contract/index.ts";
import { toTypedClient } from "../../worker/http/description/typed-client.ts";
import { ensureBuild } from "../../sandbox/run/build.ts";
import { makeScratch } from "../../sandbox/run/scratch.ts";
import { readRenderer, root } from "../../sandbox/process/settings.ts";
import { printFailure } from "./print-failure.ts";
import { createTemplate } from "./template.ts";
import { startWholeApp } from "./whole-app.ts";

declare module "vitest" {
  interface ProvidedContext {
    workerUrl: string;
    sandboxUrl: string;
    databaseUrl: string;
    workerVars: Record<string, string>;
    renderer: "preact" | "react";
    /** The database with which apps of the run start, unless they start empty (template.ts). */
    template: string;
    workerLog: string;
    clientFile: string;
  }
}

/** Starts one sandbox and one worker for the whole run, with the demo data and scaled rate limits. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const renderer = readRenderer(process.env);
  await ensureBuild(renderer);
  // The temporary folder of all test processes, which start later.
  const scratch = makeScratch();
  if (scratch) process.env["TMPDIR"] = scratch.folder;
  // Miniflare would give hundreds of certificates to every worker, although the workers call no other machine.
  delete process.env["NODE_EXTRA_CA_CERTS"];
  // Commands that tests start repeatedly are compiled once.
  process.env["NODE_COMPILE_CACHE"] = join(scratch?.folder ?? tmpdir(), "compiled");
  const workerLog = join(root, "test-results", `worker-${project.name}-${renderer}.log`);
  mkdirSync(join(root, "test-results"), { recursive: true });
  const log = createWriteStream(workerLog);
  const clientFile = join(root, "test-results", `crunchbox-${project.name}-${renderer}.ts`);
  writeFileSync(clientFile, toTypedClient(endpoints));
  const template = await createTemplate();
  const app = await startWholeApp({
    renderer,
    template,
    vars: { RATE_LIMIT_SCALE: "1000" },
    onLog: (line) => {
      log.write(`${line}\n`);
      printFailure(line);
    },
  });
  project.provide("workerUrl", app.worker.url);
  project.provide("sandboxUrl", app.sandbox.url);
  project.provide("databaseUrl", app.sandbox.databaseUrl);
  project.provide("workerVars", app.sandbox.vars);
  project.provide("renderer", renderer);
  project.provide("template", template);
  project.provide("workerLog", workerLog);
  project.provide("clientFile", clientFile);
  return async () => {
    await app.stop();
    rmSync(template, { recursive: true, force: true });
    scratch?.remove();
    log.end();
  };
}

import type { Hono } from "hono";
import type { Secrets } from "../secrets.ts";
import type { Calls } from "./calls.ts";
import type { Faults } from "./faults.ts";
import type { MakeObject } from "./files/state.ts";
import type { SandboxEnv } from "./service.ts";
import type { Content } from "./sheet.ts";

/** What a partner is made with. */
export interface Surroundings {
  /** Holds what outlives a restart. */
  dataDir: string;
  secrets: Secrets;
  /** The PostgreSQL behind Neon's protocol. */
  postgresPort: number;
  /** Where people reach the worker. */
  publicUrl: string;
  /** Where the sandbox is, without a slash at the end; empty until it listens. */
  url: () => string;
  /** Makes a file of the demonstration data. */
  makeObject: MakeObject;
  calls: Calls;
  faults: Faults;
}

/**
 * One of those whom the worker talks to. Each has a folder of five files: index.ts makes it, state.ts is what it
 * remembers, protocol.ts what the worker meets, controls.ts what people and tests may do to it, page.ts what is shown.
 */
export interface Fake {
  /** What it answers, mounted at the root: providers' SDKs know no base path. */
  routes: Hono<SandboxEnv>;
  /** The settings of the worker (worker/env.ts) that lead to it, once the sandbox listens. */
  settings(): Record<string, string>;
  /** Those that only commands need (`npm run doctor`), never the worker. */
  operatorSettings?(): Record<string, string>;
  /** Its section of the sandbox's page; `url` is the sandbox as the reader reached it. */
  page(url: string): Content;
  /** Takes up what was left by a restart, once the sandbox listens. */
  resume?(): void;
  stop?(): Promise<void> | void;
}

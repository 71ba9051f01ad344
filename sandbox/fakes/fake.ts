import type { Hono } from "hono";
import type { Secrets } from "../secrets.ts";
import type { Calls } from "./calls.ts";
import type { Faults } from "./faults.ts";
import type { MakeObject } from "./files/state.ts";
import type { SandboxEnv } from "./service.ts";
import type { Content } from "./sheet.ts";

/** Parameters of a fake. */
export interface Surroundings {
  /** Folder of persistent state. */
  dataDir: string;
  secrets: Secrets;
  /** Port of the PostgreSQL behind Neon's protocol. */
  postgresPort: number;
  /** Public URL of the worker. */
  publicUrl: string;
  /** URL of the sandbox without a trailing slash; empty until it listens. */
  url: () => string;
  /** Generates a file of the demo data. */
  makeObject: MakeObject;
  calls: Calls;
  faults: Faults;
}

/**
 * The fake of one integration, in a folder of five files: index.ts creates it, state.ts is its memory, protocol.ts its
 * API, controls.ts its controls for people and tests, page.ts its section of the sandbox's page.
 */
export interface Fake {
  /** Mounted at the root, because providers' SDKs have no base path. */
  routes: Hono<SandboxEnv>;
  /** Worker settings (worker/env.ts) that point to it, once the sandbox listens. */
  settings(): Record<string, string>;
  /** Settings for commands only (`npm run doctor`). */
  operatorSettings?(): Record<string, string>;
  /** Section of the sandbox's page; `url` is the sandbox's URL for the reader. */
  page(url: string): Content;
  /** Resumes work from before a restart, once the sandbox listens. */
  resume?(): void;
  stop?(): Promise<void> | void;
}

import type { Hono } from "hono";
import type { Secrets } from "../secrets.ts";
import type { Calls } from "./calls.ts";
import type { Faults } from "./faults.ts";
import type { MakeObject } from "./files/state.ts";
import type { SandboxEnv } from "./service.ts";
import type { Content } from "./sheet.ts";

export interface FakeContext {
  /** The directory of persistent state. */
  dataDir: string;
  secrets: Secrets;
  /** Port of the real PostgreSQL, to which the fake of Neon forwards. */
  postgresPort: number;
  /** The worker's URL. */
  publicUrl: string;
  /** The sandbox's URL without a trailing slash; empty until the sandbox listens. */
  url: () => string;
  makeObject: MakeObject;
  calls: Calls;
  faults: Faults;
}

/**
 * The fake of one integration. Each has five files: index.ts creates the fake, state.ts is its memory, protocol.ts its
 * API, controls.ts its controls for developers and tests, page.ts its section of the sandbox's page.
 */
export interface Fake {
  /** Mounted at the root, because providers' SDKs have no base path. */
  routes: Hono<SandboxEnv>;
  /** Worker settings (worker/env.ts), once the sandbox listens. */
  settings(): Record<string, string>;
  /** Settings that only commands read, such as `npm run doctor`. */
  operatorSettings?(): Record<string, string>;
  /** `url` is the sandbox's URL as the browser knows it. */
  page(url: string): Content;
  /** Resumes work that a restart interrupted. */
  resume?(): void;
  /** Closes pooled connections to the database after their current requests, so that new ones use its new settings. */
  renewConnections?(): void;
  stop?(): Promise<void> | void;
}

import { resolve } from "node:path";
import type { RunCron } from "./cron.ts";
import { type Postgres, startPostgres } from "./postgres/postgres.ts";
import { type Secrets, readSecrets } from "./secrets.ts";
import { type Fakes, startFakes } from "./fakes.ts";

export interface SandboxOptions {
  /** Persistent state; created if missing. */
  dataDir: string;
  /** 0 picks a free port. */
  port: number;
  /** The worker's URL. */
  publicUrl: string;
  rateLimitScale?: number;
  /** Default: optional, so that demo administrators can use the console without a second factor. */
  adminSecondFactor?: "required" | "optional" | undefined;
  /** `PARTNER_DELAY_MS`: added to responses of accounting, carrier and build registry. */
  fakesDelayMs?: number;
  /** Default: true. False is faster, but a power cut can damage the data. */
  durable?: boolean;
}

export interface Sandbox {
  /** Settings of the worker (worker/env.ts); those that are absent have their defaults. */
  vars: Record<string, string>;
  /** For operator commands (`npm run doctor`): the worker's settings and the owner's keys. */
  operatorVars(): Record<string, string>;
  /** Connects as the owner, for migrations and tests. */
  databaseUrl: string;
  url: string;
  postgres: Postgres;
  onCron(run: RunCron): void;
  stop(): Promise<void>;
}

/** Throws a Refusal if the data directory is unusable. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const dataDir = resolve(options.dataDir);
  const secrets = readSecrets(dataDir);
  const postgres = await startPostgres({ dataDir, secrets, durable: options.durable ?? true });
  try {
    const { port, publicUrl, fakesDelayMs } = options;
    const fakes = await startFakes({
      dataDir,
      secrets,
      postgresPort: postgres.port,
      databaseUrl: postgres.databaseUrl,
      port,
      publicUrl,
      jobs,
      makeObject,
      fakesDelayMs,
    });
    const vars = workerVars(options, secrets, postgres.workerUrl, fakes);
    return {
      vars,
      operatorVars: () => ({
        ...vars,
        ...fakes.operatorSettings,
        MIGRATION_DATABASE_URL: postgres.databaseUrl,
      }),
      databaseUrl: postgres.databaseUrl,
      url: fakes.url,
      postgres,
      onCron: fakes.onCron,
      stop: async () => {
        await fakes.stop();
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

export function workerVars(
  options: Pick<SandboxOptions, "publicUrl" | "rateLimitScale" | "adminSecondFactor">,
  secrets: Secrets,
  databaseUrl: string,
  fakes: Fakes,
): Record<string, string> {
  const { publicUrl } = options;
  return {
    ...fakes.settings,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: publicUrl,
    STAGE: "sandbox",
    MAIN_WEB_URL: `${publicUrl}/store`,
    ADMIN_WEB_URL: `${publicUrl}/admin`,
    ADMIN_SECOND_FACTOR: options.adminSecondFactor ?? "optional",
    DESKTOP_SCHEME: "flowpoint://",
    DESKTOP_REDIRECT_URIS: ["auth/callback", "open", "open?tab=devices", "signed-in"]
      .map((address) => `flowpoint://${address}`)
      .join(","),
    ALLOWED_ORIGINS: "",
    SUPPORT_EMAIL: "support@crunchbox.test",
    CODE_PEPPER: secrets.code_pepper,
    RATE_LIMIT_SCALE: String(options.rateLimitScale ?? 1),
  };
}

async function makeObject(key: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { demoFile } = await import("./seed/software/files.ts");
  return demoFile(key);
}

async function jobs(): Promise<Record<string, string>> {
  const { jobNames, formatSchedule: timesOf } = await import("../worker/cron.ts");
  return Object.fromEntries(jobNames.map((name) => [name, timesOf(name)]));
}

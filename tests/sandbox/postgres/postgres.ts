import { type ChildProcess, spawn } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { endsWithin, until } from "../process/deadline.ts";
import { freePort } from "../process/ports.ts";
import { type Launcher, postgresLauncher, postgresPrograms } from "./command.ts";
import type { Secrets } from "../secrets.ts";
import { Refusal } from "../process/settings.ts";

/** A running PostgreSQL, listening on 127.0.0.1 only. */
export interface Postgres {
  databaseUrl: string;
  port: number;
  pid(): number | undefined;
  /** kill -9: what a power cut does to the database. */
  kill(): Promise<void>;
  /** Starts it again on the same port, after `kill` or instead of the running one. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  dataDir: string;
  secrets: Secrets;
  /** false: fsync off, for throw-away data only. */
  durable: boolean;
}

const major = "18";
/** Exists from before the first byte of a new database until it is ready for data. */
const markerName = "postgres.initialising";
const superuser = "postgres";
const restartMs = 10_000;
/** Role and database of the product; the role owns its database and is no superuser, as at Neon. */
const product = "crunchbox";

/** Initialises `dataDir`/postgres when it is new and starts it. Throws a `Refusal` when the folder cannot be used. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const launcher = postgresLauncher();
  const programs = await postgresPrograms();
  const folder = join(options.dataDir, "postgres");
  const marker = join(options.dataDir, markerName);
  const isNew = isNewDatabase(options.dataDir);
  if (isNew) await initialise(options, launcher, programs.initdb, folder, marker);

  const port = await freePort();
  let server = await launch(options, launcher, programs.postgres, folder, port);
  if (isNew) {
    await createDatabase(port, options.secrets);
    rmSync(marker);
  }
  const kill = async () => {
    const exited = hasExited(server);
    server.kill("SIGKILL");
    await exited;
  };
  return {
    databaseUrl: `postgres://${product}:${options.secrets.database_password}@127.0.0.1:${port}/${product}`,
    port,
    pid: () => server.pid,
    kill,
    restart: async () => {
      await stop(server);
      // What a killed one leaves behind may live, and keep the data locked, a moment longer than it.
      const endsAt = Date.now() + restartMs;
      const again = (): Promise<ChildProcess> =>
        launch(options, launcher, programs.postgres, folder, port).catch((error: unknown) => {
          if (Date.now() > endsAt) throw error;
          return again();
        });
      server = await again();
    },
    stop: () => stop(server),
  };
}

/**
 * Answers whether the database in `dataDir` has still to be set up. Throws a `Refusal` when there is something that
 * cannot be used; what an initialisation of ours left when it was cut short is no obstacle, it holds no data.
 */
export function isNewDatabase(dataDir: string): boolean {
  const folder = join(dataDir, "postgres");
  if (existsSync(join(dataDir, markerName)) || !existsSync(folder) || readdirSync(folder).length === 0) return true;
  const versionFile = join(folder, "PG_VERSION");
  const version = existsSync(versionFile) ? readFileSync(versionFile, "utf8").trim() : "";
  if (version === major && existsSync(join(folder, "global/pg_control"))) return false;
  const state = version && version !== major ? `was made by PostgreSQL ${version}, not ${major}` : "is only half there";
  throw new Refusal(
    `The database in ${folder} ${state}: delete that folder (its data is lost) or set another DATA_DIR.`,
  );
}

async function initialise(
  options: PostgresOptions,
  launcher: Launcher,
  initdb: string,
  folder: string,
  marker: string,
): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(marker, "");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const passwordFile = join(options.dataDir, "postgres.password");
  writeFileSync(passwordFile, `${options.secrets.superuser_password}\n`, { mode: 0o600 });
  if (launcher.owner) {
    for (const path of [folder, passwordFile]) chownSync(path, launcher.owner.uid, launcher.owner.gid);
  }
  const args = ["-D", folder, "-U", superuser, "--auth=password", `--pwfile=${passwordFile}`, "--encoding=UTF8"];
  args.push("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C");
  if (!options.durable) args.push("--no-sync");
  const child = run(launcher, initdb, args, join(options.dataDir, "postgres.log"));
  const code = await hasExited(child);
  rmSync(passwordFile);
  if (code !== 0) throw new Refusal(`The database could not be set up: see ${join(options.dataDir, "postgres.log")}.`);
}

async function createDatabase(port: number, secrets: Secrets): Promise<void> {
  const client = new Client({
    host: "127.0.0.1",
    port,
    user: superuser,
    password: secrets.superuser_password,
    database: "postgres",
    ssl: false,
  });
  await client.connect();
  await client.query(`CREATE ROLE ${product} LOGIN CREATEDB PASSWORD '${secrets.database_password}'`);
  await client.query(`CREATE DATABASE ${product} OWNER ${product}`);
  await client.end();
}

async function launch(
  options: PostgresOptions,
  launcher: Launcher,
  postgres: string,
  folder: string,
  port: number,
): Promise<ChildProcess> {
  const pidFile = join(folder, "postmaster.pid");
  const logFile = join(options.dataDir, "postgres.log");
  const args = ["-D", folder, "-p", String(port), ...settings(options.durable).flatMap((one) => ["-c", one])];
  const server = run(launcher, postgres, args, logFile);
  // Line 8 of postmaster.pid is PostgreSQL's own word on its state (the documented check of pg_ctl).
  const isReady = () => {
    if (server.exitCode !== null || server.signalCode !== null) return true;
    const lines = existsSync(pidFile) ? readFileSync(pidFile, "utf8").split("\n") : [];
    return lines[0] === String(server.pid) && lines[7]?.trim() === "ready";
  };
  const isInTime = await until(60_000, isReady);
  if (isInTime && server.exitCode === null && server.signalCode === null) return server;
  server.kill("SIGKILL");
  throw new Refusal(
    `The database did not start: see ${logFile}; if its data is damaged, delete ${folder} (data is lost).`,
  );
}

function settings(durable: boolean): string[] {
  const shared = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=100",
    "shared_buffers=128MB",
    "wal_level=minimal",
    "max_wal_senders=0",
    "max_parallel_workers_per_gather=0",
    "io_method=sync",
    "huge_pages=off",
    "jit=off",
    "timezone=UTC",
    "log_timezone=UTC",
  ];
  return durable ? shared : [...shared, "fsync=off", "synchronous_commit=off", "full_page_writes=off"];
}

function run(launcher: Launcher, program: string, args: string[], logFile: string): ChildProcess {
  const [first = program, ...rest] = [...launcher.prefix, program, ...args];
  const log = openSync(logFile, "a", 0o600);
  try {
    return spawn(first, rest, {
      // Its own process group: Ctrl-C reaches us alone and we stop things in order.
      detached: true,
      stdio: ["ignore", log, log],
      env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" },
      ...(launcher.prefix.includes("--reuid") ? {} : launcher.owner),
    });
  } finally {
    closeSync(log);
  }
}

function hasExited(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once("exit", resolve));
}

async function stop(server: ChildProcess): Promise<void> {
  for (const [signal, ms] of [
    ["SIGINT", 2000],
    ["SIGQUIT", 700],
    ["SIGKILL", 1000],
  ] as const) {
    const exited = hasExited(server);
    server.kill(signal);
    if (await endsWithin(ms, exited)) return;
  }
}

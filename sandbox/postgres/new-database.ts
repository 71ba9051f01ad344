import { createHash } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { Refusal } from "../process/settings.ts";
import type { Secrets } from "../secrets.ts";
import type { Launcher } from "./command.ts";
import { hasExited, run } from "./server.ts";

const major = "18";
/** Name of a file in the data directory that exists until a new database is complete. */
const markerName = "postgres.initialising";
const superuser = "postgres";
/** The role owns its database without being a superuser, as at Neon. */
export const ownerRole = "crunchbox";
/** Owns nothing; db/roles.sql grants its rights after every migration. */
export const workerRole = "crunchbox_worker";

/** Throws a Refusal for unusable files. An interrupted initialization counts as new, because it holds no data. */
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

/** Throws a Refusal on failure. */
export async function initialize(
  options: { dataDir: string; secrets: Secrets; durable: boolean },
  launcher: Launcher,
  initdb: string,
): Promise<void> {
  const folder = join(options.dataDir, "postgres");
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(join(options.dataDir, markerName), "");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const passwordFile = join(options.dataDir, "postgres.password");
  writeFileSync(passwordFile, `${options.secrets.superuser_password}\n`, { mode: 0o600 });
  if (launcher.owner) {
    for (const path of [folder, passwordFile]) chownSync(path, launcher.owner.uid, launcher.owner.gid);
  }
  const args = ["-D", folder, "-U", superuser, "--auth=password", `--pwfile=${passwordFile}`, "--encoding=UTF8"];
  args.push("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C");
  // Small segments, because temporary databases are copied; few iterations, because every connection derives its
  // password.
  if (!options.durable) args.push("--no-sync", "--wal-segsize=1", "--set=scram_iterations=1");
  const child = run(launcher, initdb, args, join(options.dataDir, "postgres.log"));
  const code = await hasExited(child);
  rmSync(passwordFile);
  if (code !== 0) throw new Refusal(`The database could not be set up: see ${join(options.dataDir, "postgres.log")}.`);
}

/** Derived from the owner's password, so that data directories older than the second role still work. */
export const workerPassword = ({ database_password }: Secrets): string =>
  createHash("sha256").update(`${workerRole} ${database_password}`).digest("hex");

export async function createDatabase(dataDir: string, port: number, secrets: Secrets): Promise<void> {
  await asSuperuser(port, secrets, async (client) => {
    await client.query(`CREATE ROLE ${ownerRole} LOGIN CREATEDB PASSWORD '${secrets.database_password}'`);
    await client.query(`CREATE DATABASE ${ownerRole} OWNER ${ownerRole}`);
  });
  rmSync(join(dataDir, markerName));
}

/** Grants the worker's role to the owner, which can then inspect and end its sessions, as tests do. */
export async function createWorkerRole(port: number, secrets: Secrets): Promise<void> {
  await asSuperuser(port, secrets, async (client) => {
    const { rowCount } = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [workerRole]);
    if (!rowCount) await client.query(`CREATE ROLE ${workerRole} LOGIN PASSWORD '${workerPassword(secrets)}'`);
    await client.query(`GRANT ${workerRole} TO ${ownerRole}`);
  });
}

async function asSuperuser(port: number, secrets: Secrets, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({
    host: "127.0.0.1",
    port,
    user: superuser,
    password: secrets.superuser_password,
    database: "postgres",
    ssl: false,
  });
  await client.connect();
  await work(client);
  await client.end();
}

import type { ChildProcess } from "node:child_process";
import { freePort } from "../process/ports.ts";
import type { Secrets } from "../secrets.ts";
import { postgresLauncher, postgresPrograms } from "./command.ts";
import {
  createDatabase,
  createWorkerRole,
  initialise,
  isNewDatabase,
  product,
  workerPassword,
  workerRole,
} from "./new-database.ts";
import { hasExited, launch, stop } from "./server.ts";

/** A running PostgreSQL, listening on 127.0.0.1 only. */
export interface Postgres {
  /** As the owner, for migrations and tests. */
  databaseUrl: string;
  /** As the worker's own role, which may read and write rows and nothing more. */
  workerUrl: string;
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

const restartMs = 10_000;

/** Initialises `dataDir`/postgres when it is new and starts it. Throws a `Refusal` when the folder cannot be used. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const launcher = postgresLauncher();
  const programs = await postgresPrograms();
  const isNew = isNewDatabase(options.dataDir);
  if (isNew) await initialise(options, launcher, programs.initdb);

  const port = await freePort();
  let server = await launch(options, launcher, programs.postgres, port);
  if (isNew) await createDatabase(options.dataDir, port, options.secrets);
  await createWorkerRole(port, options.secrets);
  const urlOf = (role: string, password: string) => `postgres://${role}:${password}@127.0.0.1:${port}/${product}`;
  const kill = async () => {
    const exited = hasExited(server);
    server.kill("SIGKILL");
    await exited;
  };
  return {
    databaseUrl: urlOf(product, options.secrets.database_password),
    workerUrl: urlOf(workerRole, workerPassword(options.secrets)),
    port,
    pid: () => server.pid,
    kill,
    restart: async () => {
      await stop(server);
      // What a killed one leaves behind may live, and keep the data locked, a moment longer than it.
      const endsAt = Date.now() + restartMs;
      const again = (): Promise<ChildProcess> =>
        launch(options, launcher, programs.postgres, port).catch((error: unknown) => {
          if (Date.now() > endsAt) throw error;
          return again();
        });
      server = await again();
    },
    stop: () => stop(server),
  };
}

import type { ChildProcess } from "node:child_process";
import { freePort } from "../process/ports.ts";
import type { Secrets } from "../secrets.ts";
import { postgresLauncher, postgresPrograms } from "./command.ts";
import {
  createDatabase,
  createWorkerRole,
  initialize,
  isNewDatabase,
  ownerRole,
  workerPassword,
  workerRole,
} from "./new-database.ts";
import { listChildren, killIfAlive } from "../process/children.ts";
import { hasExited, launch, stop } from "./server.ts";

/** Listens on 127.0.0.1 only. */
export interface Postgres {
  /** Connects as the owner, for migrations and tests. */
  databaseUrl: string;
  /** Connects as the worker's role, which may only read and write rows. */
  workerUrl: string;
  port: number;
  pid(): number | undefined;
  /** Ends the server and its child processes by SIGKILL, as a crash does. */
  kill(): Promise<void>;
  /** Uses the same port again, also after `kill`. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  dataDir: string;
  secrets: Secrets;
  /** false disables fsync, for temporary data. */
  durable: boolean;
}

const restartMs = 10_000;

/** Initializes a new folder. Throws a Refusal if the folder is unusable or the server does not start. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const launcher = postgresLauncher();
  const programs = await postgresPrograms();
  const isNew = isNewDatabase(options.dataDir);
  if (isNew) await initialize(options, launcher, programs.initdb);

  const port = await freePort();
  let server = await launch(options, launcher, programs.postgres, port);
  if (isNew) await createDatabase(options.dataDir, port, options.secrets);
  await createWorkerRole(port, options.secrets);
  const buildUrl = (role: string, password: string) => `postgres://${role}:${password}@127.0.0.1:${port}/${ownerRole}`;
  const kill = async () => {
    const exited = hasExited(server);
    // The server is stopped first, so that it starts no other backend.
    server.kill("SIGSTOP");
    const backends = server.pid === undefined ? [] : listChildren(server.pid);
    server.kill("SIGKILL");
    for (const pid of backends) killIfAlive(pid);
    await exited;
  };
  return {
    databaseUrl: buildUrl(ownerRole, options.secrets.database_password),
    workerUrl: buildUrl(workerRole, workerPassword(options.secrets)),
    port,
    pid: () => server.pid,
    kill,
    restart: async () => {
      await stop(server);
      // The backends of a killed server hold the lock on the data for a moment.
      const endsAt = Date.now() + restartMs;
      const relaunch = (): Promise<ChildProcess> =>
        launch(options, launcher, programs.postgres, port).catch((error: unknown) => {
          if (Date.now() > endsAt) throw error;
          return relaunch();
        });
      server = await relaunch();
    },
    stop: () => stop(server),
  };
}

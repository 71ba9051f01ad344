import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { endsWithin, until } from "../process/deadline.ts";
import { Refusal } from "../process/settings.ts";
import type { Launcher } from "./command.ts";

/** Throws a Refusal if the server exits or is not ready within a minute. */
export async function launch(
  options: { dataDir: string; durable: boolean },
  launcher: Launcher,
  postgres: string,
  port: number,
): Promise<ChildProcess> {
  const folder = join(options.dataDir, "postgres");
  const pidFile = join(folder, "postmaster.pid");
  const logFile = join(options.dataDir, "postgres.log");
  const args = ["-D", folder, "-p", String(port), ...settings(options.durable).flatMap((one) => ["-c", one])];
  const server = run(launcher, postgres, args, logFile);
  // Line 8 of postmaster.pid is the server's state, as pg_ctl reads it.
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
  if (durable) return shared;
  const unsafe = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
  // Few files, because tests copy them for every app.
  const smallFileSettings = ["min_wal_size=2MB", "wal_recycle=off", "wal_init_zero=off"];
  return [...shared, ...unsafe, ...smallFileSettings];
}

export function run(launcher: Launcher, program: string, args: string[], logFile: string): ChildProcess {
  const [executable = program, ...rest] = [...launcher.prefix, program, ...args];
  const log = openSync(logFile, "a", 0o600);
  try {
    return spawn(executable, rest, {
      // A process group of its own: Ctrl-C reaches only us, and we stop processes in order.
      detached: true,
      stdio: ["ignore", log, log],
      env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" },
      ...(launcher.prefix.includes("--reuid") ? {} : launcher.owner),
    });
  } finally {
    closeSync(log);
  }
}

export function hasExited(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once("exit", resolve));
}

/** Fast, then immediate shutdown, then SIGKILL. */
export async function stop(server: ChildProcess): Promise<void> {
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

import { fork } from "node:child_process";
import { join } from "node:path";
import type { Target } from "./connection.ts";
import type { Slice } from "./load.ts";

export interface LoadGenerator {
  /** Keeps 16 connections busy for `ms` milliseconds and counts the answers. Throws on an answer other than 200. */
  run(target: Target, ms: number): Promise<Slice>;
  stop(): Promise<void>;
}

const connections = 16;

/** Starts the process that makes the load. */
export function startLoadGenerator(): LoadGenerator {
  const child = fork(join(import.meta.dirname, "load.ts"));
  return {
    run: (target, ms) =>
      new Promise((resolve, reject) => {
        child.once("message", (reply: { slice: Slice } | { error: string }) => {
          if ("slice" in reply) resolve(reply.slice);
          else reject(new Error(`${target.path}: ${reply.error}`));
        });
        child.send({ target, connections, ms });
      }),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await exited;
    },
  };
}

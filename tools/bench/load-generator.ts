import { fork } from "node:child_process";
import { join } from "node:path";
import type { Target } from "./connection.ts";
import type { LoadCommand, Outcome, PacedLatencies, Slice } from "./load.ts";

export interface LoadGenerator {
  pid: number;
  /**
   * Sends requests over 16 connections, each of which waits for a response before its next request. Throws on a status
   * other than 200 or 201.
   */
  run(targets: Target | Target[], ms: number): Promise<Slice>;
  /** Sends requests at a fixed rate; the first second is not measured. */
  pace(targets: Target[], per_second: number, ms: number): Promise<PacedLatencies>;
  /** Returns the milliseconds of each request. */
  oneByOne(target: Target, times: number): Promise<number[]>;
  stop(): Promise<void>;
}

const connections = 16;

export function startLoadGenerator(): LoadGenerator {
  const child = fork(join(import.meta.dirname, "load.ts"));
  const send = (command: LoadCommand) =>
    new Promise<Exclude<Outcome, { error: string }>>((resolve, reject) => {
      child.once("message", (outcome: Outcome) => {
        if ("error" in outcome) reject(new Error(`${command.targets[0]?.path}: ${outcome.error}`));
        else resolve(outcome);
      });
      child.send(command);
    });
  if (!child.pid) throw new Error("the load generator did not start");
  return {
    pid: child.pid,
    run: async (targets, ms) => {
      const outcome = await send({ targets: [targets].flat(), connections, ms });
      if (!("slice" in outcome)) throw new Error("the load was not counted");
      return outcome.slice;
    },
    pace: async (targets, per_second, ms) => {
      const outcome = await send({ targets, per_second, ms });
      if (!("lateness" in outcome)) throw new Error("the answers were not timed");
      return outcome;
    },
    oneByOne: async (target, times) => {
      const outcome = await send({ targets: [target], times });
      if (!("latencies" in outcome)) throw new Error("the answers were not timed");
      return outcome.latencies;
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await exited;
    },
  };
}

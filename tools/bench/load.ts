import { Connection, type Target } from "./connection.ts";

export interface Slice {
  answers: number;
  ms: number;
}

/** The connections are distributed evenly over `targets`. */
export type LoadCommand = { targets: Target[] } & (
  | { connections: number; ms: number }
  /** One request at a time. */
  | { times: number }
  /** Fixed rate, whether or not responses keep up; latency counts from the due time. */
  | { per_second: number; ms: number }
);
/** All times are in milliseconds. */
export interface PacedLatencies {
  /** From a request's due time to the end of its response. */
  latencies: number[];
  /** The generator's part of the latency: from a request's due time until the generator takes up the request. */
  lateness: number[];
}

export type Outcome = { slice: Slice } | PacedLatencies | { latencies: number[] } | { error: string };

/** This file runs as a process of its own, because the bench must not slow the load. */
process.on("message", (command: LoadCommand) => {
  const ran =
    "per_second" in command ? runPaced(command) : "times" in command ? runOneByOne(command) : runBusy(command);
  ran.then(
    (outcome: Outcome) => process.send?.(outcome),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));

const openConnections = (targets: Target[], count: number): Connection[] =>
  Array.from({ length: count }, (_, i) => {
    const target = targets[i % targets.length];
    if (!target) throw new Error("there is nothing to ask");
    return new Connection(target);
  });

/** Closed loop: a connection sends its next request after the response. */
async function runBusy({
  targets,
  connections,
  ms,
}: {
  targets: Target[];
  connections: number;
  ms: number;
}): Promise<{ slice: Slice }> {
  const startedAt = performance.now();
  const endsAt = startedAt + ms;
  let answers = 0;
  const drive = async (connection: Connection) => {
    while (performance.now() < endsAt) {
      await connection.ask();
      answers += 1;
    }
  };
  // Each run opens new connections, because the server closes idle ones.
  const sockets = openConnections(targets, connections);
  try {
    await Promise.all(sockets.map(drive));
    return { slice: { answers, ms: performance.now() - startedAt } };
  } finally {
    for (const connection of sockets) connection.close();
  }
}

async function runOneByOne({ targets, times }: { targets: Target[]; times: number }): Promise<{ latencies: number[] }> {
  const [connection] = openConnections(targets, 1);
  const latencies: number[] = [];
  try {
    for (let i = 0; i < times; i += 1) {
      const startedAt = performance.now();
      await connection?.ask();
      latencies.push(performance.now() - startedAt);
    }
    return { latencies };
  } finally {
    connection?.close();
  }
}

const pacedConnectionCount = 64;
/** Milliseconds that are not measured, while connections open and garbage of the previous load is collected. */
const settleMs = 1000;

async function runPaced({
  targets,
  per_second,
  ms,
}: {
  targets: Target[];
  per_second: number;
  ms: number;
}): Promise<PacedLatencies> {
  const idleConnections = openConnections(targets, Math.max(targets.length, pacedConnectionCount));
  const allConnections = [...idleConnections];
  const dueTimes: number[] = [];
  const [latencies, lateness]: [number[], number[]] = [[], []];
  const count = Math.floor((per_second * (settleMs + ms)) / 1000);
  let answerCount = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      const startedAt = performance.now();
      const countsFrom = startedAt + settleMs;
      let plannedCount = 0;
      const dispatchDue = () => {
        const now = performance.now();
        for (; plannedCount < count; plannedCount += 1) {
          const dueAt = startedAt + (plannedCount * 1000) / per_second;
          if (dueAt > now) break;
          if (dueAt >= countsFrom) lateness.push(now - dueAt);
          dueTimes.push(dueAt);
        }
        while (dueTimes.length > 0 && idleConnections.length > 0)
          void sendRequest(idleConnections.shift(), dueTimes.shift());
        if (answerCount === count) resolve();
        else setTimeout(dispatchDue, 1);
      };
      const sendRequest = async (connection: Connection | undefined, dueAt: number | undefined) => {
        if (!connection || dueAt === undefined) return;
        await connection.ask().catch(reject);
        answerCount += 1;
        if (dueAt >= countsFrom) latencies.push(performance.now() - dueAt);
        idleConnections.push(connection);
      };
      dispatchDue();
    });
    return { latencies, lateness };
  } finally {
    for (const connection of allConnections) connection.close();
  }
}

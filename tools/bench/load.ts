import { Connection, type Target } from "./connection.ts";

export interface Slice {
  answers: number;
  ms: number;
}

/** Connections take turns with `targets`. */
export type Order = { targets: Target[] } & (
  | { connections: number; ms: number }
  /** One request at a time. */
  | { times: number }
  /** Fixed rate, whether or not responses keep up; latency counts from the due time. */
  | { per_second: number; ms: number }
);
/** Milliseconds. */
export interface Paced {
  /** From a request's due time to the end of its response. */
  latencies: number[];
  /** The generator's own part of the latency. */
  lateness: number[];
}

export type Outcome = { slice: Slice } | Paced | { latencies: number[] } | { error: string };

/** A process of its own, because the bench must not slow the load. */
process.on("message", (order: Order) => {
  const ran = "per_second" in order ? runPaced(order) : "times" in order ? runOneByOne(order) : runBusy(order);
  ran.then(
    (outcome: Outcome) => process.send?.(outcome),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));

const open = (targets: Target[], count: number): Connection[] =>
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
  // The server closes idle connections.
  const sockets = open(targets, connections);
  try {
    await Promise.all(sockets.map(drive));
    return { slice: { answers, ms: performance.now() - startedAt } };
  } finally {
    for (const connection of sockets) connection.close();
  }
}

async function runOneByOne({ targets, times }: { targets: Target[]; times: number }): Promise<{ latencies: number[] }> {
  const [connection] = open(targets, 1);
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

const connectionsOfPace = 64;
/** Not counted: new connections, and garbage collection after the previous load. */
const settleMs = 1000;

async function runPaced({
  targets,
  per_second,
  ms,
}: {
  targets: Target[];
  per_second: number;
  ms: number;
}): Promise<Paced> {
  const idle = open(targets, Math.max(targets.length, connectionsOfPace));
  const all = [...idle];
  const due: number[] = [];
  const [latencies, lateness]: [number[], number[]] = [[], []];
  const count = Math.floor((per_second * (settleMs + ms)) / 1000);
  let answerCount = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      const startedAt = performance.now();
      const countsFrom = startedAt + settleMs;
      let planned = 0;
      const give = () => {
        const now = performance.now();
        for (; planned < count; planned += 1) {
          const since = startedAt + (planned * 1000) / per_second;
          if (since > now) break;
          if (since >= countsFrom) lateness.push(now - since);
          due.push(since);
        }
        while (due.length > 0 && idle.length > 0) void ask(idle.shift(), due.shift());
        if (answerCount === count) resolve();
        else setTimeout(give, 1);
      };
      const ask = async (connection: Connection | undefined, since: number | undefined) => {
        if (!connection || since === undefined) return;
        await connection.ask().catch(reject);
        answerCount += 1;
        if (since >= countsFrom) latencies.push(performance.now() - since);
        idle.push(connection);
      };
      give();
    });
    return { latencies, lateness };
  } finally {
    for (const connection of all) connection.close();
  }
}

import { Connection, type Target } from "./connection.ts";

export interface Slice {
  answers: number;
  ms: number;
}

/** Runs on its own, so that nothing else in the bench slows the load down. */
process.on("message", (order: { target: Target; connections: number; ms: number }) => {
  run(order).then(
    (slice) => process.send?.({ slice }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));

/** Closed loop: every connection asks again as soon as it was answered, until the time is over. */
async function run({ target, connections, ms }: { target: Target; connections: number; ms: number }): Promise<Slice> {
  const startedAt = performance.now();
  const endsAt = startedAt + ms;
  let answers = 0;
  const drive = async (connection: Connection) => {
    while (performance.now() < endsAt) {
      await connection.ask();
      answers += 1;
    }
  };
  // New ones for every slice: the server closes a connection that rests for some seconds.
  const opened = Array.from({ length: connections }, () => new Connection(target));
  try {
    await Promise.all(opened.map(drive));
    return { answers, ms: performance.now() - startedAt };
  } finally {
    for (const connection of opened) connection.close();
  }
}

import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { until } from "./deadline.ts";
import { Refusal } from "./settings.ts";

/** Below the ephemeral ports of outgoing connections, of which a test run opens thousands. */
const portMin = 12_000;
const portCount = 18_000;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = portMin + randomInt(portCount);
    if (!(await failureOn(port))) return port;
  }
}

/** Undefined if the port is free. */
async function failureOn(port: number): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer();
  const failure = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once("error", resolve);
    server.listen(port, "127.0.0.1", () => resolve(undefined));
  });
  if (!failure) await new Promise((resolve) => server.close(resolve));
  return failure;
}

/** A terminated program may hold its port for a moment. */
const releaseMs = 1000;

/** Throws a Refusal that names `setting` unless the port is free within a second. */
export async function requireFreePort(port: number, setting: string): Promise<void> {
  let failure: NodeJS.ErrnoException | undefined;
  if (await until(releaseMs, async () => !(failure = await failureOn(port)))) return;
  const reason = failure?.code === "EADDRINUSE" ? "is taken by another program" : `cannot be used (${failure?.code})`;
  throw new Refusal(`Port ${port} ${reason}: stop that program or start with ${setting}=<a free port>.`);
}

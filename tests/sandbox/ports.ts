import { createServer } from "node:net";
import { Refusal } from "./settings.ts";

/** A port on 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || !address) throw new Error("the system gave no port");
  return address.port;
}

/** Throws a `Refusal` naming `setting` unless `port` can be listened on now. */
export async function requireFreePort(port: number, setting: string): Promise<void> {
  const server = createServer();
  const failure = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once("error", resolve);
    server.listen(port, "127.0.0.1", () => resolve(undefined));
  });
  if (!failure) {
    await new Promise((resolve) => server.close(resolve));
    return;
  }
  const reason = failure.code === "EADDRINUSE" ? "is taken by another program" : `cannot be used (${failure.code})`;
  throw new Refusal(`Port ${port} ${reason}: stop that program or start with ${setting}=<a free port>.`);
}

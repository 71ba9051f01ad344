import { type Server, createServer } from "node:http";
import type { Fake, FakeContext } from "../fake.ts";
import { neonControls } from "./controls.ts";
import { neonSection } from "./page.ts";
import { answerRequest } from "./protocol.ts";
import { Compute, Statements } from "./state.ts";
import { pipeWebSockets } from "./wire/socket.ts";

/** A fake of Neon, which listens on a free port of its own. */
export async function createNeon({ postgresPort, calls, faults }: FakeContext): Promise<Fake> {
  const statements = new Statements(postgresPort);
  const compute = new Compute(() => {
    calls.database.wake_ups += 1;
  });
  const database = { statements, compute, calls, faults };
  const server = createServer((request, response) => {
    answerRequest(database, request, response).catch(() => response.destroy());
  });
  // Workers keep idle connections open for long; closing one while its next request arrives would look like a failure.
  server.keepAliveTimeout = 600_000;
  const closeSockets = pipeWebSockets(server, postgresPort, database);
  const port = await listen(server);
  return {
    routes: neonControls(compute),
    renewConnections: () => statements.renew(),
    // NEON_FETCH_ENDPOINT is for the driver over HTTP, NEON_WS_PROXY for its pool over WebSockets.
    settings: () => ({
      NEON_FETCH_ENDPOINT: `http://127.0.0.1:${port}/sql`,
      NEON_WS_PROXY: `127.0.0.1:${port}/v2`,
    }),
    page: neonSection,
    stop: async () => {
      compute.stop();
      closeSockets();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await statements.end();
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", 1024, resolve);
  });
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("the system gave no port");
  return address.port;
}

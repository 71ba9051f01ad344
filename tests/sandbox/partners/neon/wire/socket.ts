import type { IncomingMessage, Server } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer, createWebSocketStream } from "ws";
import type { Calls } from "../../calls.ts";
import type { Faults } from "../../faults.ts";

/**
 * Lets every WebSocket that opens on `server` at /v2 speak to the PostgreSQL on `postgresPort`, byte for byte.
 * Returns what cuts them all.
 */
export function pipeWebSockets(server: Server, postgresPort: number, calls: Calls, faults: Faults): () => void {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    void mayOpen(request, socket, faults).then((isAllowed) => {
      if (!isAllowed) return;
      sockets.handleUpgrade(request, socket, head, (client) => {
        calls.database.connections += 1;
        pipe(client, postgresPort);
      });
    });
  });
  return () => {
    for (const client of sockets.clients) client.terminate();
  };
}

async function mayOpen(request: IncomingMessage, socket: Duplex, faults: Faults): Promise<boolean> {
  if (!request.url?.startsWith("/v2")) {
    socket.end("HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n");
    return false;
  }
  const fault = faults.isEmpty() ? undefined : faults.take("database", request.url);
  if (!fault) return true;
  const outcome = await faults.apply(fault);
  if (outcome.kind === "cut") socket.destroy();
  if (outcome.kind === "status") socket.end(`HTTP/1.1 ${outcome.status} Fault\r\nconnection: close\r\n\r\n`);
  return outcome.kind === "pass";
}

function pipe(client: WebSocket, postgresPort: number): void {
  const postgres = connect({ host: "127.0.0.1", port: postgresPort, noDelay: true });
  const stream = createWebSocketStream(client);
  const close = () => {
    postgres.destroy();
    client.terminate();
  };
  stream.on("error", close);
  postgres.on("error", close);
  stream.on("close", close);
  postgres.on("close", () => client.close(1000));
  stream.pipe(postgres);
  postgres.pipe(stream);
}

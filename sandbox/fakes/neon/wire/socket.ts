import type { Server } from "node:http";
import { connect } from "node:net";
import { type WebSocket, WebSocketServer, createWebSocketStream } from "ws";
import { admitSocket } from "../controls.ts";
import type { Database } from "../protocol.ts";

/** Returns a function that closes all WebSockets. */
export function pipeWebSockets(server: Server, postgresPort: number, { compute, calls, faults }: Database): () => void {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    void admitSocket(request, socket, faults, compute).then((isAllowed) => {
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

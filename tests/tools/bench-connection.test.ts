import { createServer, type AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { Connection } from "../../tools/bench/connection.ts";

const servers: { close(): void }[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** Starts a server that answers `answers` times on each connection and closes it at the next request. */
async function startServer(answers: readonly number[]) {
  const requests: string[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    let remainingAnswers = answers[connections++] ?? 0;
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      requests.push(bytes.toString().split(" ")[0] ?? "");
      if (remainingAnswers-- > 0) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
      else socket.destroy();
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // `as`: a server that listens on a port has an address of this type.
  return { port: (server.address() as AddressInfo).port, requests };
}

test("a read that meets the end of an idle connection is sent again, once", async () => {
  const { port, requests } = await startServer([1, 1, 0]);
  const connection = new Connection({ port, path: "/" });
  await connection.ask();
  await connection.ask();
  expect(requests).toEqual(["GET", "GET", "GET"]);
  await expect(connection.ask()).rejects.toThrow("the server closed the connection");
  expect(requests).toHaveLength(5);
  connection.close();
});

test("a change, and a read that never had an answer, are not sent again", async () => {
  const { port, requests } = await startServer([1, 0, 0]);
  const postConnection = new Connection({ port, path: "/", method: "POST", body: {} });
  await postConnection.ask();
  await expect(postConnection.ask()).rejects.toThrow("the server closed the connection");
  const unusedConnection = new Connection({ port, path: "/" });
  await expect(unusedConnection.ask()).rejects.toThrow("the server closed the connection");
  expect(requests).toEqual(["POST", "POST", "GET"]);
  postConnection.close();
  unusedConnection.close();
});

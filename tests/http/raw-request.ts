import { connect } from "node:net";
import { patienceMs } from "../support/patience.ts";

export type RawAnswer = { status: number; text: string; closed_after_ms: number };
export type RawRequest = {
  url: string;
  path: string;
  method?: string;
  headers: Record<string, string>;
  /** Parts written in sequence; a number waits that many milliseconds in between. */
  parts?: (string | number)[];
  deadlineMs?: number;
};

/** Writes a request as given, even a malformed or slow one; status 0 if the connection ends without an answer. */
export async function sendRaw({
  url,
  path,
  method = "POST",
  headers,
  parts = [],
  deadlineMs = patienceMs,
}: RawRequest): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname === "localhost" ? "127.0.0.1" : hostname, port: Number(port) });
  const startedMs = Date.now();
  let receivedText = "";
  const connectionEnd = new Promise<void>((resolve) => {
    socket.on("data", (chunk) => {
      receivedText += chunk.toString();
      if (isComplete(receivedText)) resolve();
    });
    socket.on("error", () => resolve());
    socket.on("close", () => resolve());
    setTimeout(resolve, deadlineMs).unref();
  });
  const lines = Object.entries({ host, connection: "close", ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  for (const part of parts) {
    if (typeof part === "number")
      await Promise.race([connectionEnd, new Promise((resolve) => setTimeout(resolve, part).unref())]);
    else if (socket.writable) socket.write(part);
  }
  await connectionEnd;
  socket.destroy();
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(receivedText)?.[1] ?? 0);
  return { status, text: bodyOf(receivedText), closed_after_ms: Date.now() - startedMs };
}

export const chunked = (...chunks: string[]): string[] =>
  [...chunks, ""].map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`);

function isComplete(receivedText: string): boolean {
  const end = receivedText.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(receivedText.slice(0, end))?.[1];
  if (length !== undefined) return Buffer.byteLength(receivedText.slice(end + 4)) >= Number(length);
  return receivedText.endsWith("0\r\n\r\n");
}

function bodyOf(receivedText: string): string {
  const end = receivedText.indexOf("\r\n\r\n");
  const body = end < 0 ? "" : receivedText.slice(end + 4);
  if (!/\r\ntransfer-encoding: chunked/i.test(receivedText.slice(0, end))) return body;
  return body
    .split("\r\n")
    .filter((_, line) => line % 2 === 1)
    .join("");
}

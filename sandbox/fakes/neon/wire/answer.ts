import type { IncomingMessage, ServerResponse } from "node:http";
import { DatabaseError } from "pg";
import { UnreachableError } from "../state.ts";

export interface Answer {
  status: number;
  body: unknown;
}

const maxBodyBytes = 16 * 1024 * 1024;
const errorFields = [
  "severity",
  "code",
  "detail",
  "hint",
  "position",
  "internalPosition",
  "internalQuery",
  "where",
  "schema",
  "table",
  "column",
  "dataType",
  "constraint",
  "file",
  "line",
  "routine",
] as const;

/** PostgreSQL's error codes of a shutdown, which Neon's proxy reports as a lost connection. */
const shutdownCodes = new Set(["57P01", "57P02"]);

/** PostgreSQL's own errors pass unchanged, except those of a shutdown. */
export function toFailure(error: unknown): Answer {
  if (error instanceof DatabaseError && !shutdownCodes.has(error.code ?? "")) {
    const fields = Object.fromEntries(errorFields.map((field) => [field, error[field] ?? null]));
    return { status: 400, body: { message: error.message, ...fields } };
  }
  if (error instanceof SyntaxError) return { status: 400, body: { message: error.message } };
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UnreachableError)
    return { status: 503, body: { message: `Couldn't connect to compute node: ${message}` } };
  return { status: 500, body: { message: `Connection to compute node was lost: ${message}` } };
}

/** Returns undefined for a body that is too large. */
export function readBody(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBodyBytes) chunks.push(chunk);
    });
    request.on("end", () => resolve(bytes > maxBodyBytes ? undefined : Buffer.concat(chunks).toString("utf8")));
    request.on("error", reject);
  });
}

export function sendHalf(response: ServerResponse, answer: Answer): void {
  const text = JSON.stringify(answer.body);
  response.writeHead(answer.status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.write(text.slice(0, text.length / 2));
}

export function send(response: ServerResponse, answer: Answer): void {
  const bytes = Buffer.from(JSON.stringify(answer.body));
  response.writeHead(answer.status, { "content-type": "application/json", "content-length": bytes.length });
  response.end(bytes);
}

import { createServer } from "node:http";
import { parseQueries } from "../../sandbox/fakes/neon/wire/request.ts";

/** A recorded statement; `request_id` is the id of the request or job that sent it. */
export type SentStatement = { query: string; params: unknown[]; request_id?: string | undefined };

export type StatementRecorder = {
  /** Replaces Neon's HTTP endpoint. */
  url: string;
  /** Returns the statements since the last call of `take` or `takeTrips`, and forgets them. */
  take(): SentStatement[];
  /** Like `take`, with the statements grouped by round trip; a batch is one round trip. */
  takeTrips(): SentStatement[][];
  stop(): Promise<void>;
};

/** Removes the comment of TracedDb, which contains the request id. */
function parseComment({ query, params }: SentStatement): SentStatement {
  const [comment = "", request_id] = /^\/\* ([\da-f-]{36}) \*\/ /.exec(query) ?? [];
  return { query: query.slice(comment.length), params, request_id };
}

/** The statements in a call of db/run-prepared.sql; its parameters are each text, its number of values, the values. */
function unpackStatements(sent: SentStatement): SentStatement[] {
  if (!sent.query.startsWith("select run_prepared(")) return [sent];
  const statements: SentStatement[] = [];
  const { request_id } = sent;
  for (let remaining = sent.params; remaining.length > 0;) {
    const [query, count, ...values] = remaining;
    statements.push({ query: String(query), params: values.slice(0, Number(count)), request_id });
    remaining = values.slice(Number(count));
  }
  return statements;
}

/** Starts a proxy between the worker and Neon's HTTP protocol that records the statements. */
export async function recordStatements(target: string): Promise<StatementRecorder> {
  const trips: SentStatement[][] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      trips.push([parseQueries(body, false)].flat().map(parseComment).flatMap(unpackStatements));
      const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === "string" && name.startsWith("neon-") ? [[name, value]] : [],
      );
      fetch(target, { method: "POST", headers, body }).then(
        async (answer) => {
          response.writeHead(answer.status, { "content-type": "application/json" });
          response.end(await answer.text());
        },
        () => response.destroy(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("the system gave no port");
  return {
    url: `http://127.0.0.1:${address.port}/sql`,
    take: () => trips.splice(0).flat(),
    takeTrips: () => trips.splice(0),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

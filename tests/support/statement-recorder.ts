import { createServer } from "node:http";
import { parseQueries } from "../../sandbox/fakes/neon/wire/request.ts";

/** `request_id` is that of the request, or of the job, that sent it. */
export type SentStatement = { query: string; params: unknown[]; request_id?: string | undefined };

export type StatementRecorder = {
  /** Takes the place of Neon's HTTP endpoint. */
  url: string;
  /** Answers the statements since the last call, and forgets them. */
  take(): SentStatement[];
  /** The same by round trips: a batch is one with several statements. */
  takeTrips(): SentStatement[][];
  stop(): Promise<void>;
};

/** Without the comment of TracedDb, which names the request. */
function withoutComment({ query, params }: SentStatement): SentStatement {
  const [comment = "", request_id] = /^\/\* ([\da-f-]{36}) \*\/ /.exec(query) ?? [];
  return { query: query.slice(comment.length), params, request_id };
}

/** The statements in a call of db/run-prepared.sql: for each its text, how many values it has, and the values. */
function unpackStatements(sent: SentStatement): SentStatement[] {
  if (!sent.query.startsWith("select run_prepared(")) return [sent];
  const statements: SentStatement[] = [];
  const { request_id } = sent;
  for (let rest = sent.params; rest.length > 0;) {
    const [query, count, ...values] = rest;
    statements.push({ query: String(query), params: values.slice(0, Number(count)), request_id });
    rest = values.slice(Number(count));
  }
  return statements;
}

/** A proxy between the worker and Neon's HTTP protocol that records the statements. */
export async function recordStatements(target: string): Promise<StatementRecorder> {
  const trips: SentStatement[][] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      trips.push([parseQueries(body, false)].flat().map(withoutComment).flatMap(unpackStatements));
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

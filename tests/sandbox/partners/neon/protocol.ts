import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import { DatabaseError } from "pg";
import type { Calls } from "../calls.ts";
import type { Fault, Faults } from "../faults.ts";
import { beginStatement, parseQueries } from "./wire/request.ts";
import { pipeWebSockets } from "./wire/socket.ts";
import { type Statement, type StatementResult, Statements, Unreachable, isStalePlan } from "./state.ts";

/** Neon's protocol in front of a PostgreSQL: `httpUrl` for its HTTP driver, `wsProxy` for its pool. */
export interface Neon {
  httpUrl: string;
  wsProxy: string;
  stop(): Promise<void>;
}

const bodyBytesMax = 16 * 1024 * 1024;
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

interface Answer {
  status: number;
  body: unknown;
}

/** Starts Neon's protocol on a free port of 127.0.0.1, for the PostgreSQL on `postgresPort`. */
export async function startNeon(postgresPort: number, calls: Calls, faults: Faults): Promise<Neon> {
  const statements = new Statements(postgresPort);
  const server = createServer((request, response) => {
    serve(statements, calls, faults, request, response).catch(() => response.destroy());
  });
  // A worker keeps connections for long; closing an idle one under its next request would look like a failure.
  server.keepAliveTimeout = 600_000;
  const closeSockets = pipeWebSockets(server, postgresPort, calls, faults);
  const port = await listen(server);
  return {
    httpUrl: `http://127.0.0.1:${port}/sql`,
    wsProxy: `127.0.0.1:${port}/v2`,
    stop: async () => {
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

async function serve(
  statements: Statements,
  calls: Calls,
  faults: Faults,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  const fault = faults.isEmpty() ? undefined : faults.take("database", request.url ?? "", body);
  if (fault?.when === "before" && !(await goOn(faults, fault, response))) return;
  const answer = await answerFor(statements, calls, request, body);
  if (fault?.when === "after" && !(await goOn(faults, fault, response))) return;
  if (answer.status !== 200) calls.database.errors += 1;
  send(response, answer);
}

/** Does what the fault says; false when the request is finished with it. */
async function goOn(faults: Faults, fault: Fault, response: ServerResponse): Promise<boolean> {
  const outcome = await faults.apply(fault);
  if (outcome.kind === "cut") response.destroy();
  if (outcome.kind === "status") send(response, { status: outcome.status, body: { message: "fault asked for" } });
  return outcome.kind === "pass";
}

async function answerFor(
  statements: Statements,
  calls: Calls,
  request: IncomingMessage,
  body: string | undefined,
): Promise<Answer> {
  if (request.url !== "/sql") return { status: 404, body: { message: "not found: use POST /sql" } };
  if (request.method !== "POST") return { status: 405, body: { message: "use POST" } };
  if (body === undefined) return { status: 413, body: { message: "request is too large" } };
  const connectionString = request.headers["neon-connection-string"];
  if (typeof connectionString !== "string" || !URL.canParse(connectionString)) {
    return { status: 400, body: { message: "missing or invalid header: Neon-Connection-String" } };
  }
  try {
    const queries = parseQueries(body, request.headers["neon-array-mode"] === "true");
    if (!Array.isArray(queries)) {
      calls.database.statements += 1;
      return { status: 200, body: await runOne(statements, connectionString, queries) };
    }
    calls.database.batches += 1;
    calls.database.statements += queries.length;
    return { status: 200, body: { results: await runBatch(statements, connectionString, queries, request) } };
  } catch (error) {
    return toFailure(error);
  }
}

async function runOne(statements: Statements, url: string, statement: Statement): Promise<StatementResult> {
  const run = (mayName: boolean) => statements.withClient(url, (client) => statements.run(client, statement, mayName));
  try {
    return await run(true);
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    return await run(false);
  }
}

/** All or nothing, in one transaction. */
async function runBatch(
  statements: Statements,
  url: string,
  batch: Statement[],
  request: IncomingMessage,
): Promise<StatementResult[]> {
  const begin = beginStatement(request.headers);
  const run = (mayName: boolean) =>
    statements.withClient(url, async (client) => {
      await client.query(begin);
      try {
        const results: StatementResult[] = [];
        for (const statement of batch) results.push(await statements.run(client, statement, mayName));
        await client.query("COMMIT");
        return results;
      } catch (error) {
        await client.query("ROLLBACK").catch(() => undefined);
        throw error;
      }
    });
  try {
    return await run(true);
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    return await run(false);
  }
}

function toFailure(error: unknown): Answer {
  if (error instanceof DatabaseError) {
    const fields = Object.fromEntries(errorFields.map((field) => [field, error[field] ?? null]));
    return { status: 400, body: { message: error.message, ...fields } };
  }
  if (error instanceof SyntaxError) return { status: 400, body: { message: error.message } };
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Unreachable)
    return { status: 503, body: { message: `Couldn't connect to compute node: ${message}` } };
  return { status: 500, body: { message: `Connection to compute node was lost: ${message}` } };
}

function readBody(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= bodyBytesMax) chunks.push(chunk);
    });
    request.on("end", () => resolve(bytes > bodyBytesMax ? undefined : Buffer.concat(chunks).toString("utf8")));
    request.on("error", reject);
  });
}

function send(response: ServerResponse, answer: Answer): void {
  const text = JSON.stringify(answer.body);
  response.writeHead(answer.status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.end(text);
}

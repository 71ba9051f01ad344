import type { IncomingMessage, ServerResponse } from "node:http";
import type { Calls } from "../calls.ts";
import type { Faults } from "../faults.ts";
import { continueAfterFault, stall } from "./controls.ts";
import { type Compute, type Statement, type StatementResult, type Statements } from "./state.ts";
import { type Answer, readBody, send, toFailure } from "./wire/answer.ts";
import { buildBegin, parseQueries } from "./wire/request.ts";

export interface Database {
  statements: Statements;
  compute: Compute;
  calls: Calls;
  faults: Faults;
}

export async function answerRequest(
  { statements, compute, calls, faults }: Database,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  calls.database.user_agent = request.headers["user-agent"] ?? null;
  const fault = faults.isEmpty() ? undefined : faults.take("database", request.url ?? "", body);
  if (fault?.when === "before" && fault.kind !== "stall" && !(await continueAfterFault(faults, fault, response)))
    return;
  const answer = await compute.reach().then(
    () => createAnswer(statements, calls, request, body),
    (error: unknown) => toFailure(error),
  );
  if (fault?.kind === "stall") return stall(faults, fault, response, answer);
  if (fault?.when === "after" && !(await continueAfterFault(faults, fault, response))) return;
  if (answer.status !== 200) calls.database.errors += 1;
  send(response, answer);
}

async function createAnswer(
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

const runOne = (statements: Statements, url: string, statement: Statement): Promise<StatementResult> =>
  statements.withClient(url, (client) => statements.run(client, statement));

async function runBatch(
  statements: Statements,
  url: string,
  batch: Statement[],
  request: IncomingMessage,
): Promise<StatementResult[]> {
  const begin = buildBegin(request.headers);
  return statements.withClient(url, async (client) => {
    await client.query(begin);
    try {
      const results: StatementResult[] = [];
      for (const statement of batch) results.push(await statements.run(client, statement));
      await client.query("COMMIT");
      return results;
    } catch (error) {
      await client.query("ROLLBACK").catch(() => undefined);
      throw error;
    }
  });
}

import type { IncomingHttpHeaders } from "node:http";
import type { Statement } from "../state.ts";

const isolationLevels: Record<string, string> = {
  ReadUncommitted: "READ UNCOMMITTED",
  ReadCommitted: "READ COMMITTED",
  RepeatableRead: "REPEATABLE READ",
  Serializable: "SERIALIZABLE",
};

/** The BEGIN of a batch, with isolation and access from the driver's headers. */
export function beginStatement(headers: IncomingHttpHeaders): string {
  const words = ["BEGIN"];
  const level = headers["neon-batch-isolation-level"];
  if (typeof level === "string") {
    const known = isolationLevels[level];
    if (!known) throw new SyntaxError(`unknown Neon-Batch-Isolation-Level: ${level}`);
    words.push(`ISOLATION LEVEL ${known}`);
  }
  if (headers["neon-batch-read-only"] === "true") words.push("READ ONLY");
  if (headers["neon-batch-deferrable"] === "true") words.push("DEFERRABLE");
  return words.join(" ");
}

/** Throws a SyntaxError for anything else. */
export function parseQueries(body: string, arrayMode: boolean): Statement | Statement[] {
  const parsed: unknown = JSON.parse(body);
  if (typeof parsed === "object" && parsed && "queries" in parsed && Array.isArray(parsed.queries)) {
    return parsed.queries.map((one: unknown) => toStatement(one, arrayMode));
  }
  return toStatement(parsed, arrayMode);
}

function toStatement(value: unknown, arrayMode: boolean): Statement {
  if (typeof value !== "object" || !value || !("query" in value) || typeof value.query !== "string") {
    throw new SyntaxError("a query must have the text `query`");
  }
  const params = "params" in value && Array.isArray(value.params) ? value.params : [];
  return { query: value.query, params, arrayMode };
}

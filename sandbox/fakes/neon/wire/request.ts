import type { IncomingHttpHeaders } from "node:http";
import type { Statement } from "../state.ts";

const isolationLevels: Record<string, string> = {
  ReadUncommitted: "READ UNCOMMITTED",
  ReadCommitted: "READ COMMITTED",
  RepeatableRead: "REPEATABLE READ",
  Serializable: "SERIALIZABLE",
};

/** The BEGIN of a batch, with isolation and access mode from the driver's headers. */
export function buildBegin(headers: IncomingHttpHeaders): string {
  const clauses = ["BEGIN"];
  const level = headers["neon-batch-isolation-level"];
  if (typeof level === "string") {
    const isolationLevel = isolationLevels[level];
    if (!isolationLevel) throw new SyntaxError(`unknown Neon-Batch-Isolation-Level: ${level}`);
    clauses.push(`ISOLATION LEVEL ${isolationLevel}`);
  }
  if (headers["neon-batch-read-only"] === "true") clauses.push("READ ONLY");
  if (headers["neon-batch-deferrable"] === "true") clauses.push("DEFERRABLE");
  return clauses.join(" ");
}

/** Throws a SyntaxError for anything but a statement or a batch. */
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

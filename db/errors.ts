export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super("database unavailable", { cause });
    this.name = "DatabaseUnavailable";
  }
}

/** SQLSTATE of a deadlock; PostgreSQL has then rolled back the whole statement or transaction. */
export const deadlockCode = "40P01";

// SQLSTATEs that may not occur again on a retry, such as a deadlock, or 57014 for a statement over its time limit.
const unavailableCodes = new Set([
  deadlockCode,
  "57014",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "08000",
  "08001",
  "08003",
  "08006",
  "XX000",
]);

/** Includes the error itself. Neon's driver has the cause in `sourceError`. */
export function* causesOf(error: unknown): Generator<Error> {
  for (
    let each: unknown = error;
    each instanceof Error;
    each = each.cause ?? ("sourceError" in each ? each.sourceError : undefined)
  )
    yield each;
}

/**
 * Name of the violated constraint (23503 foreign key, 23505 unique, 23514 check), whichever layer wrapped the error.
 */
export function violatedConstraint(error: unknown): string | undefined {
  for (const each of causesOf(error)) {
    const isViolation = "code" in each && ["23503", "23505", "23514"].includes(String(each.code));
    if (isViolation && "constraint" in each && typeof each.constraint === "string") return each.constraint;
  }
  return undefined;
}

/** Whether the error means that the database is unreachable or too slow, and not that a statement is wrong. */
export function isUnavailable(error: unknown): boolean {
  for (const each of causesOf(error)) {
    if (each instanceof DatabaseUnavailable) return true;
    if ("code" in each && typeof each.code === "string" && unavailableCodes.has(each.code)) return true;
    if (/Connection terminated|timeout exceeded when trying to connect|WebSocket/i.test(each.message)) return true;
  }
  return false;
}

export function isDeadlock(error: unknown): boolean {
  for (const each of causesOf(error)) if ("code" in each && each.code === deadlockCode) return true;
  return false;
}

/**
 * SQLSTATE, and constraint if known, of an error caused by the values of a statement: a data exception (class 22) or a
 * constraint violation (class 23).
 */
export function findDataErrorCode(error: unknown): string | undefined {
  for (const each of causesOf(error)) {
    if (!("code" in each) || typeof each.code !== "string" || !/^2[23]/.test(each.code)) continue;
    return "constraint" in each && typeof each.constraint === "string" ? `${each.code} ${each.constraint}` : each.code;
  }
  return undefined;
}

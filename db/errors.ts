export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super("database unavailable", { cause });
    this.name = "DatabaseUnavailable";
  }
}

// 57014 is the time limit of a statement, which a later try may meet.
const unavailableCodes = new Set([
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

/** Unique 23505, check 23514, foreign key 23503, whichever layer wrapped the error. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    const isViolation = "code" in each && ["23503", "23505", "23514"].includes(String(each.code));
    if (isViolation && "constraint" in each && typeof each.constraint === "string") return each.constraint;
  }
  return undefined;
}

/** Whether the database is unreachable or too slow, rather than a statement wrong. */
export function isUnavailable(error: unknown): boolean {
  // Neon's driver stores the underlying error in `sourceError`.
  for (
    let each: unknown = error;
    each instanceof Error;
    each = each.cause ?? ("sourceError" in each && each.sourceError)
  ) {
    if (each instanceof DatabaseUnavailable) return true;
    if ("code" in each && typeof each.code === "string" && unavailableCodes.has(each.code)) return true;
    if (/Connection terminated|timeout exceeded when trying to connect|WebSocket/i.test(each.message)) return true;
  }
  return false;
}

/** Code and constraint of a data exception (class 22) or a violation (class 23), which other values may not have. */
export function refusedValue(error: unknown): string | undefined {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if (!("code" in each) || typeof each.code !== "string" || !/^2[23]/.test(each.code)) continue;
    return "constraint" in each && typeof each.constraint === "string" ? `${each.code} ${each.constraint}` : each.code;
  }
  return undefined;
}

import { Problem } from "../records/problem.ts";

/** Functions of docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_156257770590.html */
const functions = new Set(
  "abs avg builtin.cf builtin.df cast coalesce concat count decode exists extract greatest least length lower ltrim max min mod nullif nvl replace round row_number rtrim substr sum to_char to_date to_number trim trunc upper".split(
    " ",
  ),
);
/** Keywords that precede a bracket without being functions. */
const bracketKeywords = new Set(
  "in and or not on as from where select having by over then else when any all values join union using".split(" "),
);
const tables = new Set(
  "account currency customer entityaddress item pricelevel pricing itemprice term transaction transactionline previoustransactionlink previoustransactionlinelink itemfulfillmentpackage".split(
    " ",
  ),
);

/**
 * Refuses what NetSuite refuses: statements other than SELECT, LIMIT and OFFSET (paging is in the URL), and unknown
 * functions or tables.
 */
export function requireSuiteQl(statement: string, hidden: readonly string[] = []): void {
  const code = statement.replaceAll(/'(?:[^']|'')*'/g, "''");
  if (!/^\s*select\b/i.test(code)) throw createProblem("Only SELECT is allowed.");
  if (/;|--|\/\*|::|"|\$/.test(code)) throw createProblem("Unexpected character.");
  const lowerCode = code.toLowerCase();
  const forbiddenKeyword = /\b(limit|offset|ilike|lateral|returning|into|for update|rownum|with)\b/.exec(
    lowerCode,
  )?.[0];
  if (forbiddenKeyword) throw createProblem(`Unexpected: ${forbiddenKeyword}.`);
  for (const [, name = ""] of lowerCode.matchAll(/\b([a-z_.]+)\s*\(/g))
    if (!functions.has(name) && !bracketKeywords.has(name)) throw createProblem(`Function not found: ${name}.`);
  // Display values exist for price levels only.
  for (const [, argument = ""] of lowerCode.matchAll(/\bbuiltin\.df\(([^)]*)\)/g))
    if (!argument.trim().endsWith("pricelevel")) throw createProblem(`BUILTIN.DF knows no names of ${argument}.`);
  for (const [, name = ""] of lowerCode.matchAll(/\b(?:from|join)\s+([a-z_.]+)/g))
    if (!tables.has(name) || hidden.includes(name)) throw createProblem(`Record '${name}' was not found.`);
}

/**
 * BUILTIN.CF returns a status together with the type of its transaction, as in `ItemShip:C`, and the field alone only
 * `C` (docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/article_1029114514.html).
 */
export const expandStatuses = (statement: string): string =>
  statement.replaceAll(/\bBUILTIN\.CF\((\w+\.)?status\)/gi, "($1type || ':' || $1status)");

const createProblem = (why: string): Problem =>
  new Problem(400, "INVALID_PARAMETER", `Invalid search query. Detailed unprocessed description follows. ${why}`, "q");

export function toProblem(error: unknown): unknown {
  const isStatementError = error instanceof Error && "code" in error && /^(42|22)/.test(String(error.code));
  return isStatementError ? createProblem(error.message) : error;
}

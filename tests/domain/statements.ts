import { parseSync, Visitor } from "oxc-parser";

/** A table that a statement writes, and how. */
export type Write = { table: string; verb: "insert" | "update" | "delete" };

// Does not match `on conflict ... do update`, `for update of ...`, `for update skip locked` or `on update`.
const writePattern = /\b(insert into|(?<!\b(?:do|for|on) )update|delete from)\s+([a-z_]+)/g;

/** Every write in the statements of a source file, without comments; table names never come from variables. */
export function findWrites(file: string, source: string): Write[] {
  const { program } = parseSync(file, source);
  const texts: string[] = [];
  new Visitor({
    // The gaps between the parts are values or larger parts of SQL, never names.
    TemplateLiteral: (node) => void texts.push(node.quasis.map((quasi) => quasi.value.raw).join(" ? ")),
    // The call that claims the rows of a work queue names its table.
    CallExpression: ({ callee, start, end }) => {
      if (callee.type !== "Identifier" || callee.name !== "claimDue") return;
      const [, table] = /table: "([a-z_]+)"/.exec(source.slice(start, end)) ?? [];
      texts.push(`update ${table ?? ""}`);
    },
    Literal: (node) => void (typeof node.value === "string" && texts.push(node.value)),
  }).visit(program);
  return texts.flatMap((text) =>
    [...text.matchAll(writePattern)].flatMap(([, words = "", table = ""]) => {
      const verb = (["insert", "update", "delete"] as const).find((each) => words.startsWith(each));
      return verb ? [{ table, verb }] : [];
    }),
  );
}

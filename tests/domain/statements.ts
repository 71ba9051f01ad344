import { parseSync, Visitor } from "oxc-parser";

export type Write = { table: string; verb: "insert" | "update" | "delete" };

// Does not match `on conflict ... do update`, `for update of ...`, `for update skip locked` or `on update`.
const writePattern = /\b(insert into|(?<!\b(?:do|for|on) )update|delete from)\s+([a-z_]+)/g;

/** Writes in the SQL of a source file's literals. */
export function findWrites(file: string, source: string): Write[] {
  const { program } = parseSync(file, source);
  const texts: string[] = [];
  new Visitor({
    // Placeholders are values or larger parts of SQL; only in `claimDue` one is the written table.
    TemplateLiteral: (node) => void texts.push(node.quasis.map((quasi) => quasi.value.raw).join(" ? ")),
    // Calls of `claimDue` update the table in their options.
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

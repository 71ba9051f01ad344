/** Statements that migrations may not contain, and why; docs/deploy.md describes the alternative (ADR-008). */
const rules: [forbidden: RegExp, problem: string][] = [
  [/^drop (table|column|type|function|view|trigger|sequence|schema|index)\b/, "drop: the version before still uses it"],
  [/^alter table .*\bdrop (column|constraint)\b/, "drop: the version before still uses it"],
  [/^alter table .*\brename\b/, "rename: the version before knows the old name"],
  [/^alter (type|index|sequence) .*\brename\b/, "rename: the version before knows the old name"],
  [/^alter table .*\balter column .*\btype\b/, "rewrite: nobody can read or write the table meanwhile"],
  [/^alter table .*\balter column .*\bset not null\b/, "not null: the version before may leave it out"],
  [
    /^alter table .*\badd column (?!.*\bdefault\b).*\bnot null\b/,
    "not null without default: the version before leaves it out",
  ],
  [
    /^alter table .*\badd constraint (?!.*\bnot valid\b)/,
    "a constraint that is not `not valid` reads all rows under a lock",
  ],
  [/^create (unique )?index (?!concurrently\b)/, "an index without `concurrently` stops all writes meanwhile"],
  [/^truncate\b/, "truncate: rows are gone"],
];

/** Changes to a table that the same migration creates are safe. */
export function findProblems(statements: string[]): string[] {
  const normalized = statements
    .flatMap((text) => text.replace(/--.*$/gm, "").split(/;\s*(?:\n|$|(?=[A-Z]))/))
    .map((text) => text.replace(/"/g, "").replace(/\s+/g, " ").trim().toLowerCase())
    .filter(Boolean);
  const createdTables = new Set(
    normalized.flatMap((text) => /^create table (?:if not exists )?(\w+)/.exec(text)?.[1] ?? []),
  );
  const isOnCreatedTable = (text: string) => {
    const table = /^alter table (?:only )?(\w+)/.exec(text) ?? /^create (?:unique )?index .*? on (\w+)/.exec(text);
    return createdTables.has(table?.[1] ?? "");
  };
  return normalized.flatMap((text) => {
    const violatedRule = isOnCreatedTable(text) ? undefined : rules.find(([forbidden]) => forbidden.test(text));
    return violatedRule ? [`${violatedRule[1]}: ${text.slice(0, 80)}`] : [];
  });
}

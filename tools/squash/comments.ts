/** Comment lines with the first line of the following statement. */
const commented = /((?:^[ \t]*--(?!>).*\n)+)(.*)$/gm;
const name = String.raw`"?(\w+)"?`;
const kinds: [kind: string, statement: RegExp][] = [
  ["table", new RegExp(String.raw`^create table (?:if not exists )?${name}`, "i")],
  ["options", new RegExp(String.raw`^alter table ${name} set \(`, "i")],
  ["constraint", new RegExp(String.raw`^alter table ${name} add constraint ${name}`, "i")],
  ["function", new RegExp(String.raw`^create (?:or replace )?function (?:public\.)?${name}`, "i")],
  ["index", new RegExp(String.raw`^create (?:unique )?index (?:concurrently )?(?:if not exists )?${name}`, "i")],
  ["statistics", new RegExp(String.raw`^alter index ${name}`, "i")],
  ["trigger", new RegExp(String.raw`^create (?:or replace )?(?:constraint )?trigger ${name}`, "i")],
  ["sequence", new RegExp(String.raw`^create sequence ${name}`, "i")],
  ["setting", /^do .*alter database %I set (\w+)/i],
];

/**
 * By kind and name, such as "function grams"; the last comment wins. Data migrations are excluded, like their
 * statements.
 */
export function readComments(texts: readonly string[]): Map<string, string> {
  const comments = new Map<string, string>();
  for (const [, comment = "", statement = ""] of texts.flatMap((text) => [...text.matchAll(commented)])) {
    for (const [kind, pattern] of kinds) {
      const found = pattern.exec(statement);
      if (found) comments.set(`${kind} ${found.slice(1).join(" ")}`, comment);
    }
  }
  return comments;
}

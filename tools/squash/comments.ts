/** Comment lines with the first line of the following statement. */
const commentedStatement = /((?:^[ \t]*--(?!>).*\n)+)(.*)$/gm;
const namePattern = String.raw`"?(\w+)"?`;
const kinds: [kind: string, statement: RegExp][] = [
  ["table", new RegExp(String.raw`^create table (?:if not exists )?${namePattern}`, "i")],
  ["options", new RegExp(String.raw`^alter table ${namePattern} set \(`, "i")],
  ["constraint", new RegExp(String.raw`^alter table ${namePattern} add constraint ${namePattern}`, "i")],
  ["function", new RegExp(String.raw`^create (?:or replace )?function (?:public\.)?${namePattern}`, "i")],
  ["index", new RegExp(String.raw`^create (?:unique )?index (?:concurrently )?(?:if not exists )?${namePattern}`, "i")],
  ["statistics", new RegExp(String.raw`^alter index ${namePattern}`, "i")],
  ["trigger", new RegExp(String.raw`^create (?:or replace )?(?:constraint )?trigger ${namePattern}`, "i")],
  ["sequence", new RegExp(String.raw`^create sequence ${namePattern}`, "i")],
  ["setting", /^do .*alter database %I set (\w+)/i],
];

/**
 * Comments by the kind and name of what they describe, such as "function grams"; the last comment wins. Comments of
 * data migrations are excluded, like their statements.
 */
export function readComments(texts: readonly string[]): Map<string, string> {
  const comments = new Map<string, string>();
  for (const [, comment = "", statement = ""] of texts.flatMap((text) => [...text.matchAll(commentedStatement)])) {
    for (const [kind, pattern] of kinds) {
      const found = pattern.exec(statement);
      if (found) comments.set(`${kind} ${found.slice(1).join(" ")}`, comment);
    }
  }
  return comments;
}

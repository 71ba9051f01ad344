import { Name, SQL, StringChunk } from "drizzle-orm";

/** A statement as it is sent: `$1` stands for the first of the values. */
export type Printed = { text: string; values: unknown[] };

/**
 * A template of drizzle's `sql` as it is sent. Drizzle's own printer asks of each piece whether it is one of a dozen things
 * that our statements never hold; here they are texts, identifiers, lists, other templates, and values. Throws for anything
 * else of drizzle's.
 */
export function toSql(statement: SQL): Printed {
  const printed: Printed = { text: "", values: [] };
  printAll(statement.queryChunks, printed);
  return printed;
}

function printAll(chunks: readonly unknown[], printed: Printed): void {
  for (const chunk of chunks) {
    if (chunk instanceof StringChunk) printed.text += chunk.value.length === 1 ? chunk.value[0] : chunk.value.join("");
    else if (chunk instanceof SQL) printAll(chunk.queryChunks, printed);
    else if (chunk instanceof Name) printed.text += `"${chunk.value.replaceAll('"', '""')}"`;
    else if (Array.isArray(chunk)) printList(chunk, printed);
    else if (chunk !== undefined) printValue(chunk, printed);
  }
}

function printList(list: readonly unknown[], printed: Printed): void {
  printed.text += "(";
  for (const [index, each] of list.entries()) {
    if (index > 0) printed.text += ", ";
    printAll([each], printed);
  }
  printed.text += ")";
}

function printValue(value: unknown, printed: Printed): void {
  if (typeof value === "object" && value !== null && "getSQL" in value)
    throw new Error("a statement holds what is no text, identifier or value");
  printed.values.push(value);
  printed.text += `$${printed.values.length}`;
}

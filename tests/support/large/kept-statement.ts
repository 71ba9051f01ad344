import type { Query } from "../database.ts";
import type { SentStatement } from "../statement-recorder.ts";

/** What runs when a statement was sent as a call of the function that keeps its plan; any other as it is. */
export async function plainOf(query: Query, sent: SentStatement): Promise<SentStatement> {
  const [, name] = /^select (rows_\w+)\(/.exec(sent.query) ?? [];
  return name ? { ...sent, query: await keptText(query, name) } : sent;
}

/** The statement whose plan a function of the database keeps. */
export async function keptText(query: Query, name: string): Promise<string> {
  const [row] = await query<{ prosrc: string }>("select prosrc from pg_proc where proname = $1", [name]);
  const [, text] = /\nWITH kept AS \(\n(.*)\n\) SELECT /s.exec(row?.prosrc ?? "") ?? [];
  if (text === undefined) throw new Error(`the database has no function ${name}`);
  return text;
}

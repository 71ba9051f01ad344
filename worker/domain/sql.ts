import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Form, Rows } from "../../db/handle.ts";
import { toSql } from "../../db/to-sql.ts";
import type { Ctx } from "./context.ts";

/** What a row is. Made only where rows are checked, so that an isolate starts without it. */
export type Shape<T> = () => z.ZodMiniType<T>;
/** The type of the rows of a shape. */
export type RowOf<S extends Shape<unknown>> = z.output<ReturnType<S>>;

/** What a statement answers that is asked for an id only. */
export const idRow = () => z.object({ id: z.string() });

/** All rows of a statement, typed by their shape; the setting CHECK_ROWS, which tests turn on, also parses each by it. */
export async function many<T>(ctx: Ctx, shape: Shape<T>, statement: SQL, form?: Form): Promise<T[]> {
  const { rows } = await ctx.db.execute<T>(statement, form);
  checkRows(ctx, shape, rows);
  return rows;
}

/** The only row of one statement's answer in a batch, typed as by many; undefined when there is none. */
export function maybeOneOf<T>(ctx: Ctx, shape: Shape<T>, answer: Rows<Record<string, unknown>> | undefined) {
  const rows = (answer?.rows ?? []) as T[]; // the rows are whatever the statement names
  checkRows(ctx, shape, rows);
  return rows[0];
}

function checkRows<T>(ctx: Ctx, shape: Shape<T>, rows: readonly T[]): void {
  if (!ctx.settings.CHECK_ROWS) return;
  const schema = shape();
  for (const row of rows) {
    const { error } = schema.safeParse(row);
    if (error) throw new Error(`A row is not what its shape says: ${JSON.stringify(error.issues)}`);
  }
}

/** The first row, undefined when there is none. */
export const maybeOne = async <T>(ctx: Ctx, shape: Shape<T>, statement: SQL, form?: Form): Promise<T | undefined> =>
  (await many(ctx, shape, statement, form))[0];

/** The first row; throws the refusal when there is none. */
export async function one<T>(ctx: Ctx, shape: Shape<T>, statement: SQL, refusal: () => Error): Promise<T> {
  const row = await maybeOne(ctx, shape, statement);
  if (row === undefined) throw refusal();
  return row;
}

/** Whether a statement answered a row: something is there, or something was changed. */
export const exists = async (ctx: Ctx, statement: SQL): Promise<boolean> =>
  (await ctx.db.execute(statement)).rows.length > 0;

/** A list of ids as a value of a statement: `id = any(${uuids(ids)})`. */
export const uuids = (ids: string[]): SQL => sql`${`{${ids.join(",")}}`}::uuid[]`;

/** A list of texts as a value of a statement; Postgres reads it from JSON, so that any text may stand in it. */
export const texts = (list: readonly string[]): SQL =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(list)}::jsonb))`;

/** A text that a pattern of LIKE takes literally. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/** Without three letters or digits in a row an index of trigrams would be read from end to end (https://www.postgresql.org/docs/18/pgtrgm.html). */
export const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);

/** Puts a piece of a statement without parameters together once instead of in every request. */
export const staticSql = <T>(piece: SQL<T>): SQL<T> => sql.raw(toSql(piece).text) as SQL<T>; // the same piece, so the same result

/** A timestamptz column as ISO text in UTC; raw statements skip the column types. The name is ours, never input. */
export const iso = (column: string): SQL =>
  sql`to_char(${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** An instant as a value of a statement, from milliseconds; of a year, too, that no text of ISO 8601 has. */
export const instantOf = (ms: number): SQL => sql`to_timestamp(${ms / 1000})`;

import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Rows } from "../../db/handle.ts";
import { toSql } from "../../db/to-sql.ts";
import type { Errcode } from "../contract/errcodes.ts";
import type { ReadCtx } from "./context.ts";

/**
 * A function that creates the schema of a row, called only where rows are checked, so that an isolate starts faster.
 */
export type Shape<T> = () => z.ZodMiniType<T>;
export type RowOf<S extends Shape<unknown>> = z.output<ReturnType<S>>;

export const idRow = () => z.object({ id: z.string() });

/** With CHECK_ROWS, which tests turn on, each row is also parsed. */
export async function many<T>(ctx: ReadCtx, shape: Shape<T>, statement: SQL): Promise<T[]> {
  const { rows } = await ctx.db.execute<T>(statement);
  checkRows(ctx, shape, rows);
  return rows;
}

export function manyOf<T>(ctx: ReadCtx, shape: Shape<T>, answer: Rows<Record<string, unknown>> | undefined): T[] {
  const rows = (answer?.rows ?? []) as T[];
  checkRows(ctx, shape, rows);
  return rows;
}

export const maybeOneOf = <T>(ctx: ReadCtx, shape: Shape<T>, answer: Rows<Record<string, unknown>> | undefined) =>
  manyOf(ctx, shape, answer).at(0);

/** Writes, then reads one row, in one round trip and one transaction. */
export async function writeAndRead<T>(ctx: ReadCtx, write: SQL, shape: Shape<T>, read: SQL) {
  const [written, answer] = await ctx.db.batch([write, read]);
  return { isWritten: (written?.rows.length ?? 0) > 0, row: maybeOneOf(ctx, shape, answer) };
}

function checkRows<T>(ctx: ReadCtx, shape: Shape<T>, rows: readonly T[]): void {
  if (!ctx.settings.CHECK_ROWS) return;
  const schema = shape();
  for (const row of rows) {
    const { error } = schema.safeParse(row);
    if (error) throw new Error(`A row does not match its shape: ${JSON.stringify(error.issues)}`);
  }
}

export const maybeOne = async <T>(ctx: ReadCtx, shape: Shape<T>, statement: SQL): Promise<T | undefined> =>
  (await many(ctx, shape, statement))[0];

/** Runs as a prepared statement, whose plan the connection caches (ADR-054), after `lock` in the same transaction. */
export const maybeOnePrepared = async <T>(
  ctx: ReadCtx,
  shape: Shape<T>,
  statement: SQL,
  lock?: SQL,
): Promise<T | undefined> => maybeOneOf(ctx, shape, (await ctx.db.prepared([statement], { lock }))[0]);

export async function one<T>(ctx: ReadCtx, shape: Shape<T>, statement: SQL, refusal: () => Error): Promise<T> {
  const row = await maybeOne(ctx, shape, statement);
  if (row === undefined) throw refusal();
  return row;
}

export const exists = async (ctx: ReadCtx, statement: SQL): Promise<boolean> =>
  (await ctx.db.execute(statement)).rows.length > 0;

export const uuids = (ids: string[]): SQL => sql`${`{${ids.join(",")}}`}::uuid[]`;

/** A text array, passed as JSON, so that any text is safe. */
export const texts = (list: readonly string[]): SQL =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(list)}::jsonb))`;

/**
 * An array of names that need no escaping, such as those of a closed list. Unlike with `texts`, the planner sees the
 * names and how often each occurs.
 */
export const codes = (list: readonly string[]): SQL => sql`${`{${list.join(",")}}`}::text[]`;

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/**
 * Whether a search can use a trigram index: without three letters or digits in a row, it would scan the whole index
 * (https://www.postgresql.org/docs/18/pgtrgm.html).
 */
export const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);

/** Assembles a piece of SQL without parameters once instead of in every request; the piece keeps its result type. */
export const staticSql = <T>(piece: SQL<T>): SQL<T> => sql.raw(toSql(piece).text) as SQL<T>;

/** A code of the error catalogue as a literal, for statements that return why they refused. */
export const codeLiteral = (code: Errcode): SQL => sql.raw(`'${code}'`);

/**
 * A timestamptz column as ISO text in UTC; raw statements skip drizzle's column types. The name must never be input.
 */
export const iso = (column: string): SQL =>
  sql`to_char(${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** An instant as an SQL value, from milliseconds; it also covers years that ISO 8601 texts cannot express. */
export const toTimestamp = (ms: number): SQL => sql`to_timestamp(${ms / 1000})`;

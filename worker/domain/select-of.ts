import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { toSql } from "../../db/to-sql.ts";
import { iso } from "./sql.ts";

type Fields = Readonly<Record<string, z.ZodMiniType>>;

/**
 * The columns of `alias` named like the fields, in snake case; an instant is ISO text. Fields without a column are
 * `computed`. Names come from the contract, never from input.
 */
export function selectFields<F extends Fields>(
  fields: F,
  alias: string,
  computed: Partial<Record<keyof F, SQL>> = {},
): SQL {
  const parts = Object.entries(fields).map(([field, schema]) => {
    const column = toColumnName(field);
    const other = computed[field];
    if (other) return sql`${other} as ${sql.raw(`"${field}"`)}`;
    if (isInstant(schema)) return sql`${iso(`${alias}.${column}`)} as ${sql.raw(`"${field}"`)}`;
    return sql.raw(column === field ? `${alias}.${column}` : `${alias}.${column} as "${field}"`);
  });
  const list = sql.join(parts, sql`, `);
  const { text, values } = toSql(list);
  return values.length === 0 ? sql.raw(text) : list;
}

/** `addressBooks` is stored in `address_books`. */
export const toColumnName = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const isInstant = (schema: z.ZodMiniType): boolean => {
  const inner = schema instanceof z.ZodMiniNullable ? schema._zod.def.innerType : schema;
  return z.globalRegistry.get(inner)?.["format"] === "date-time";
};

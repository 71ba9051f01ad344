import * as z from "zod/mini";
import { describe, freeText } from "./fields.ts";

const integerText = (schema: z.ZodMiniType<number>) =>
  z.pipe(
    z.transform((value) => (typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value)),
    schema,
  );

const pagingFields = {
  limit: z._default(
    describe(integerText(z.int().check(z.gte(1), z.lte(100))), "Rows per page, 1 to 100; default: 20"),
    20,
  ),
  offset: z._default(describe(integerText(z.int().check(z.gte(0), z.lte(1_000_000))), "Rows to skip; default: 0"), 0),
  search: z.optional(freeText(128, "Part of a text, compared without case")),
};

/**
 * `sort` is one of `fields`, with a minus for descending order; by default the first field, descending (O-055, O-117).
 */
export const listQuery = <const F extends readonly [string, ...string[]]>(fields: F) => {
  const sorts = fields.flatMap((field) => [field, `-${field}`]);
  return {
    ...pagingFields,
    sort: z._default(describe(z.enum(sorts), "Field to sort by, with a minus for descending order"), `-${fields[0]}`),
  };
};

/** Keyset position: sort value and id of a row. */
export type Cursor = { key: string | null; id: string };

export type ListQuery = {
  limit: number;
  offset: number;
  search?: string | undefined;
  sort: string;
  /** For internal batch readers; not part of a contract. */
  after?: Cursor | "start";
  /**
   * Up to this number of matches, the reply's `matching` lists all of them with their versions; not part of a contract.
   */
  matching_max?: number;
  /** Reads no rows, only the number of matches, counted up to this limit; not part of a contract. */
  count_max?: number;
};

const meta = z.object({
  limit: describe(z.int(), "Requested rows per page"),
  offset: describe(z.int(), "Skipped rows"),
  count: describe(z.int(), "Total number of matching rows"),
});

/** Reply of a list (O-007). */
export const listReply = <S extends z.ZodMiniType>(row: S) =>
  z.object({ success: z.literal(true), data: z.array(row), meta });

export const moneyListReply = <S extends z.ZodMiniType>(row: S) =>
  z.object({
    success: z.literal(true),
    data: z.array(row),
    meta: z.extend(meta, {
      amount: z.optional(describe(z.number(), "Sum of the matching rows of a filtered list, US cents")),
    }),
  });

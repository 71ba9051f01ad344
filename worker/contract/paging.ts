import * as z from "zod/mini";
import { described, freeText } from "./fields.ts";

const integerText = (schema: z.ZodMiniType<number>) =>
  z.pipe(
    z.transform((value) => (typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value)),
    schema,
  );

const page = {
  limit: z._default(
    described(integerText(z.int().check(z.gte(1), z.lte(100))), "Rows per page, 1 to 100; default: 20"),
    20,
  ),
  offset: z._default(described(integerText(z.int().check(z.gte(0), z.lte(1_000_000))), "Rows to skip; default: 0"), 0),
  search: z.optional(freeText(128, "Part of a text, compared without case")),
};

/** limit 1..100 (20), offset (0), search, sort by one of `fields` with an optional minus; the first of them, descending, when left out (O-055, O-117). */
export const listQuery = <const F extends readonly [string, ...string[]]>(fields: F) => {
  const sorts = fields.flatMap((field) => [field, `-${field}`]);
  return {
    ...page,
    sort: z._default(described(z.enum(sorts), "Field to sort by, with a minus for descending order"), `-${fields[0]}`),
  };
};

/** A row after which the next ones stand: what the list is sorted by there, and its id. */
export type Cursor = { key: string | null; id: string };

export type ListQuery = {
  limit: number;
  offset: number;
  search?: string | undefined;
  sort: string;
  /** In place of the offset, for what reads all of a list part by part; no call of the contract takes it. */
  after?: Cursor | "start";
  /** Where no more rows match, the answer tells by `matching` which they are and in which version; no call of the contract takes it. */
  matching_max?: number;
};

const meta = z.object({
  limit: described(z.int(), "Requested rows per page"),
  offset: described(z.int(), "Skipped rows"),
  count: described(z.int(), "Total number of matching rows"),
});

/** `{ success, data, meta }` (O-007). */
export const listReply = <S extends z.ZodMiniType>(row: S) =>
  z.object({ success: z.literal(true), data: z.array(row), meta });

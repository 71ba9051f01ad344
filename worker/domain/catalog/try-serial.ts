import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ReadCtx } from "../context.ts";
import { one, type RowOf, texts } from "../sql.ts";

const othersMax = 5;

const trialRow = () =>
  z.object({
    place: z.nullable(z.int()),
    /** Other products with a matching pattern, oldest first, at most five. */
    others: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        pattern: z.string(),
        /**
         * Whether the other product is older, so that devices with this serial number belong to that product, unless
         * the list of made serial numbers names another.
         */
        is_first: z.boolean(),
      }),
    ),
  });
export type SerialTrial = RowOf<typeof trialRow>;

type SerialTrialInput = {
  serial: string;
  patterns: readonly string[];
  product_id: string | null;
};

export const trySerial = (ctx: ReadCtx, { serial, patterns, product_id }: SerialTrialInput): Promise<SerialTrial> =>
  one(
    ctx,
    trialRow,
    sql`
    select (
      select min(place)::int from unnest(${texts(patterns)}) with ordinality own (pattern, place)
      where ${serial} ~* ('^(?:' || own.pattern || ')$')
    ) as place,
      coalesce((
        select json_agg(json_build_object('id', found.id, 'name', found.name, 'pattern', found.pattern,
          'is_first', coalesce((found.created_at, found.id) < (self.created_at, self.id), true))
          order by found.created_at, found.id)
        from (
          select p.id, p.name, p.created_at, (
            select min(pattern) from unnest(p.patterns) pattern where ${serial} ~* ('^(?:' || pattern || ')$')
          ) as pattern
          from products p
          where p.patterns <> '{}' and p.id is distinct from ${product_id}::uuid and exists (
            select 1 from unnest(p.patterns) pattern where ${serial} ~* ('^(?:' || pattern || ')$')
          )
          order by p.created_at, p.id limit ${othersMax}
        ) found left join products self on self.id = ${product_id}::uuid
      ), '[]') as others`,
    () => new Error("a trial returned no row"),
  );

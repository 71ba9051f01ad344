import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../context.ts";
import { one, type RowOf, texts } from "../sql.ts";

const othersMax = 5;

const trial = () =>
  z.object({
    /** Place of the first pattern that fits, from 1 on; null where none does. */
    place: z.nullable(z.int()),
    /** Other products that the serial number fits, the oldest first, at most five. */
    others: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        pattern: z.string(),
        /** Created earlier, so that a device with the serial number is one of that product. */
        is_first: z.boolean(),
      }),
    ),
  });
export type SerialTrial = RowOf<typeof trial>;

type Tried = {
  serial: string;
  /** Valid ones, which need not be saved yet. */
  patterns: readonly string[];
  /** The product that the patterns are for; null for one that is not created yet. */
  product_id: string | null;
};

/** Which of some patterns fits a serial number, and which other products do, in the order of `findProductBySerial`. */
export const trySerial = (ctx: Ctx, { serial, patterns, product_id }: Tried): Promise<SerialTrial> =>
  one(
    ctx,
    trial,
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
    () => new Error("a trial answered nothing"),
  );

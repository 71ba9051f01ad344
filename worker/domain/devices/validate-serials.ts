import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { deviceShape } from "../../contract/entities/device.ts";
import { type Ctx, requireUser } from "../context.ts";
import { type Budget, consume, refundStatement } from "../platform/index.ts";
import { type RowOf, many, texts } from "../sql.ts";

/** What becomes of serial numbers when an organization registers them; `product_id` asks for devices of that product alone. */
export type Serials = { org_id: string; serials: readonly string[]; product_id?: string | undefined };

const judged = () =>
  z.object({
    serial: z.string(),
    /** `free`: can be registered; `own`: is; `foreign`: is another organization's; `unknown`: of no product (O-047). */
    verdict: z.enum(["free", "own", "foreign", "unknown"]),
    /** The own device. */
    device_id: z.nullable(z.string()),
    product: z.nullable(deviceShape.product),
  });
export type ValidatedSerial = RowOf<typeof judged>;

/** The parts `asked` and `known` of a statement: the serial numbers in their order, and those that a product's pattern matches. */
export const knownSerials = ({ serials, product_id }: Serials): SQL => sql`
  patterned as materialized (
    select p.id, p.created_at, pattern
    from products p, unnest(p.patterns) pattern
    where ${product_id ? sql`p.id = ${product_id}` : sql`true`}
  ), asked as (
    select serial, place from unnest(${texts(serials)}) with ordinality asked (serial, place)
  ), known as materialized (
    select asked.serial, asked.place, found.id as product_id
    from asked
      cross join lateral (
        select p.id from patterned p
        where asked.serial ~* ('^(?:' || p.pattern || ')$')
        order by p.created_at, p.id
        limit 1
      ) found
  )`;

/** What each serial number is to the organization, in their order. */
export const validateSerials = (ctx: Ctx, asked: Serials): Promise<ValidatedSerial[]> =>
  many(
    ctx,
    judged,
    sql`
    with ${knownSerials(asked)}
    select asked.serial, case when d.org_id = ${asked.org_id} then d.id end as device_id,
      case when d.org_id = ${asked.org_id} then 'own'
        when d.id is not null then 'foreign'
        when known.product_id is null then 'unknown'
        else 'free' end as verdict,
      case when p.id is not null then json_build_object('id', p.id, 'name', p.name, 'sku', p.sku,
        'main_image', p.main_image, 'short_description', p.short_description) end as product
    from asked
      left join known on known.place = asked.place
      left join devices d on upper(d.serial) = upper(asked.serial) and not d.is_deleted
      left join products p
        on p.id = case when d.org_id = ${asked.org_id} then d.product_id when d.id is null then known.product_id end
    order by asked.place`,
  );

/** As many an hour as ten look-ups a minute come to (O-118). */
const foreignSerials = (userId: string): Budget => ({
  name: `serials:account:${userId}`,
  max: 600,
  window_s: 3600,
});

/**
 * Does what tells of serial numbers whether they are another organization's, so many an hour for one person (T12). What is
 * answered otherwise is given back: who registers their own devices may have any number of them. Throws TooManyRequests.
 */
export async function countingForeign<T>(
  ctx: Ctx,
  times: number,
  work: () => Promise<{ result: T; foreign: number }>,
): Promise<T> {
  const keys = await consume(ctx, [foreignSerials(requireUser(ctx).user_id)], times);
  const { result, foreign } = await work();
  if (foreign < times) await ctx.db.execute(refundStatement(keys, times - foreign));
  return result;
}

/** What each serial number would come to for the caller's organization. Throws TooManyRequests. */
export const checkSerials = (ctx: Ctx, serials: readonly string[]): Promise<ValidatedSerial[]> =>
  countingForeign(ctx, serials.length, async () => {
    const result = await validateSerials(ctx, { org_id: requireUser(ctx).org_id, serials });
    return { result, foreign: result.filter(({ verdict }) => verdict === "foreign").length };
  });

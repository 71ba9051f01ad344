import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { deviceShape } from "../../contract/entities/device.ts";
import { type Ctx, requireUser } from "../context.ts";
import { type Budget, consume, refundStatement } from "../platform/index.ts";
import { type RowOf, many, texts } from "../sql.ts";

/** `product_id` restricts the match to that product. */
export type SerialsRequest = { org_id: string; serials: readonly string[]; product_id?: string | undefined };

const validatedSerial = () =>
  z.object({
    serial: z.string(),
    /**
     * `free`: can be registered; `own`: already registered; `foreign`: owned by another organization; `unknown`:
     * matches no product (O-047).
     */
    status: z.enum(["free", "own", "foreign", "unknown"]),
    /** Whether a shipment to the requesting organization would take the device over from its holder. */
    is_only_claimed: z.boolean(),
    device_id: z.nullable(z.string()),
    product: z.nullable(deviceShape.product),
  });
export type ValidatedSerial = RowOf<typeof validatedSerial>;

/**
 * Whether the device belongs to its holder by a claim alone, confirmed by no shipment and no administrator. The list of
 * made serial numbers confirms that the device exists, not who owns it.
 */
export const isOnlyClaimed = (alias: "d" | "devices"): SQL =>
  sql.raw(`coalesce(${alias}.verified_by, 'manufacture') = 'manufacture'`);

/**
 * `requested` are the serial numbers in order, `matched` those that match a product's pattern. The pattern checks the
 * format; the list of made serial numbers decides between several products. Each pattern is tried on all serial numbers
 * before the next, because PostgreSQL caches 32 compiled expressions; `offset 0` prevents the planner from swapping the
 * loops.
 */
export const matchedSerialsParts = ({ serials, product_id }: SerialsRequest): SQL => sql`
  requested as materialized (
    select serial, place from unnest(${texts(serials)}) with ordinality requested (serial, place)
  ), matching as (
    select r.serial, r.place, p.id as product_id, p.created_at
    from products p
      cross join unnest(p.patterns) pattern
      cross join lateral (
        select serial, place from requested where serial ~* ('^(?:' || pattern || ')$') offset 0
      ) r
    where ${product_id ? sql`p.id = ${product_id}` : sql`true`}
  ), matched as materialized (
    select distinct on (m.place)
      m.serial, m.place, m.product_id, coalesce(made.product_id = m.product_id, false) as is_made
    from matching m left join made_serials made on upper(made.serial) = upper(m.serial)
    order by m.place, m.product_id is distinct from made.product_id, m.created_at, m.product_id
  )`;

export const validateSerials = (ctx: Ctx, request: SerialsRequest): Promise<ValidatedSerial[]> =>
  many(
    ctx,
    validatedSerial,
    sql`
    with ${matchedSerialsParts(request)}
    select requested.serial, case when d.org_id = ${request.org_id} then d.id end as device_id,
      case when d.org_id = ${request.org_id} then 'own'
        when d.id is not null then 'foreign'
        when matched.product_id is null then 'unknown'
        else 'free' end as status,
      coalesce(d.org_id <> ${request.org_id} and ${isOnlyClaimed("d")}, false) as is_only_claimed,
      case when p.id is not null then json_build_object('id', p.id, 'name', p.name, 'sku', p.sku,
        'main_image', p.main_image, 'short_description', p.short_description) end as product
    from requested
      left join matched on matched.place = requested.place
      left join devices d on upper(d.serial) = upper(requested.serial) and not d.is_deleted
      left join products p
        on p.id = case
          when d.org_id = ${request.org_id} then d.product_id
          when d.id is null then matched.product_id
        end
    order by requested.place`,
  );

/** The hourly equivalent of ten look-ups a minute (O-118). */
const foreignSerialsBudget = (userId: string): Budget => ({
  name: `serials:account:${userId}`,
  max: 600,
  window_s: 3600,
});

/**
 * Limits how many foreign serial numbers a user can discover in an hour (T12). Foreign results and failed calls count;
 * all other attempts are refunded, so that an organization may register any number of its own devices. @throws
 * TooManyRequests
 */
export async function limitForeignSerials<T>(
  ctx: Ctx,
  times: number,
  work: () => Promise<{ result: T; foreign: number }>,
): Promise<T> {
  const keys = await consume(ctx, [foreignSerialsBudget(requireUser(ctx).user_id)], times);
  const { result, foreign } = await work();
  if (foreign < times) await ctx.db.execute(refundStatement(keys, times - foreign));
  return result;
}

export const checkSerials = (ctx: Ctx, serials: readonly string[]): Promise<ValidatedSerial[]> =>
  limitForeignSerials(ctx, serials.length, async () => {
    const result = await validateSerials(ctx, { org_id: requireUser(ctx).org_id, serials });
    return { result, foreign: result.filter(({ status }) => status === "foreign").length };
  });

import { type SQL, sql } from "drizzle-orm";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/shipping-rates.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { maybeOne, exists } from "../../sql.ts";
import { type AdminRate, rateColumns, type RateFields, rateRow, refuseRate } from "./rate-rows.ts";

type RateChange = InputOf<typeof contract.updateShippingRate>["body"];

const columnTypes = {
  country: "text",
  option: "text",
  price: "bigint",
  days_min: "int",
  days_max: "int",
  free_from: "bigint",
  service: "text",
  is_active: "boolean",
} as const satisfies Record<keyof RateFields, string>;

export async function updateShippingRate(
  ctx: Ctx,
  id: string,
  { updated_at, ...change }: RateChange,
): Promise<AdminRate> {
  const values = new Map<string, unknown>(Object.entries(change));
  const assignments: SQL[] = [
    ...Object.entries(columnTypes).flatMap(([name, type]) =>
      values.get(name) === undefined ? [] : [sql`${sql.identifier(name)} = ${values.get(name)}::${sql.raw(type)}`],
    ),
    sql`updated_at = greatest(now(), updated_at + interval '1 millisecond')`,
  ];
  const row = await maybeOne(
    ctx,
    rateRow,
    sql`
    with r as (
      update shipping_rates
      set ${sql.join(assignments, sql`, `)}
      where id = ${id} and updated_at = coalesce(${updated_at ?? null}::timestamptz, updated_at)
      returning *, ${beforeAndAfter}
    ), ${audited(ctx, "updateShippingRate", "shipping_rate", "r", {
      org_id: null,
      data: sql`jsonb_build_object('option', r.option)`,
      changes: diffRows(),
    })}
    select ${rateColumns} from r`,
  ).catch(refuseRate);
  if (row) return row;
  const rateExists = await exists(ctx, sql`select 1 from shipping_rates where id = ${id}`);
  throw rateExists ? unprocessable("OBJECT_OUTDATED") : notFound("SHIPPING_RATE_NOT_FOUND");
}

import { sql } from "drizzle-orm";
import { unprocessable } from "../../contract/errors.ts";
import { audited } from "../audit/index.ts";
import { findProductBySerial } from "../catalog/index.ts";
import type { Ctx } from "../context.ts";
import { first, idRow, required } from "../sql.ts";

/**
 * Registers a device for an organization; the same serial again returns the device that is there (O-126).
 * Throws PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND, PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG.
 */
export async function registerDevice(ctx: Ctx, input: { org_id: string; serial: string }): Promise<{ id: string }> {
  const product = await findProductBySerial(ctx, input.serial);
  const added = await first(
    ctx,
    idRow,
    sql`
    with d as (
      insert into devices (org_id, product_id, serial) values (${input.org_id}, ${product.id}, ${input.serial})
      on conflict (upper(serial)) where not is_deleted do nothing returning id
    ), ${audited(ctx, "registerDevice", "device", "d", { org_id: input.org_id })}
    select id from d`,
  );
  if (added) return added;
  return required(
    ctx,
    idRow,
    sql`
    select id
    from devices
    where upper(serial) = upper(${input.serial}) and not is_deleted and org_id = ${input.org_id}`,
    () => unprocessable("PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG"),
  );
}

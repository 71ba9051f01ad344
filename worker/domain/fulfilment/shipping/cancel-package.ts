import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { packageStatuses } from "../../../../db/enums.ts";
import { BadRequest, notFound } from "../../../contract/errors.ts";
import type { Ctx } from "../../context.ts";
import { isFree } from "../../platform/index.ts";
import { readShippedOrder } from "../packages/read-order.ts";
import { removePackage } from "../packages/remove-package.ts";
import { one } from "../../sql.ts";
import { carrierName, mayExistText, requireCarrier, settledAfter } from "./make-shipments.ts";

const packageRow = () =>
  z.object({
    is_settled: z.boolean(),
    status: z.enum(packageStatuses),
    tracking_id: z.nullable(z.string()),
    is_ours: z.boolean(),
    is_held: z.boolean(),
  });

const packageError = (message: string) => new BadRequest([{ code: "custom", path: ["package_id"], message }]);

/**
 * Voids the label of a package made here that the carrier has not picked up. The package leaves its order, its serial
 * numbers are released and the devices it registered are unregistered; the order's status stays. Idempotent.
 */
export async function cancelPackage(
  ctx: Ctx,
  { order_id, package_id }: { order_id: string; package_id: string },
): Promise<void> {
  await readShippedOrder(ctx, order_id);
  const { status, tracking_id, is_ours, is_held, is_settled } = await one(
    ctx,
    packageRow,
    sql`
    select
      status, tracking_id, parcel is not null as is_ours, status = 'asked' and not ${isFree("p")} as is_held,
      created_at < now() - ${settledAfter} as is_settled
    from packages p
    where id = ${package_id} and order_id = ${order_id}`,
    () => notFound("REFERENCE_NOT_FOUND"),
  );
  if (status === "canceled") return;
  if (!is_ours) throw packageError("This package was not made here, so there is no label to void.");
  if (is_held) throw packageError("The carrier is creating this label. Try again in a minute.");
  if (status === "delivered") throw packageError("This package was delivered.");
  const carrier = requireCarrier(ctx);
  const number = tracking_id ?? (await carrier.findShipment(package_id));
  if (number === undefined && !is_settled) throw packageError(mayExistText);
  const rejection = number === undefined ? undefined : await carrier.cancel(number);
  if (rejection) throw packageError(`${carrierName} did not void the label: ${rejection.refusal}`);
  await removePackage(ctx, order_id, package_id);
}

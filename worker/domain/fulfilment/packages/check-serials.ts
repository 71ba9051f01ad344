import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { BadRequest, notFound, unprocessable } from "../../../contract/errors.ts";
import type { Ctx } from "../../context.ts";
import { validateSerials } from "../../devices/index.ts";
import { many, texts } from "../../sql.ts";
import type { ShippedOrder } from "./read-order.ts";

/** `place` is the package's position; `parcel` its id or tracking number. */
export type PackedSerial = { place: number; line_id: string; serial: string; parcel: string | undefined };

const holderRow = () =>
  z.object({
    serial: z.string(),
    order_number: z.string(),
    is_own: z.boolean(),
    order_id: z.string(),
    id: z.string(),
    tracking_id: z.nullable(z.string()),
  });

const issueError = ({ place, line_id }: PackedSerial, message: string) =>
  new BadRequest([{ code: "custom", path: ["packages", place, "serials", line_id], message }]);

/**
 * Serial numbers must fit their lines, be known, be in one package only (M13) and not belong to another organization by
 * a shipment or an administrator's confirmation (ADR-057). The statement that packs them enforces this against
 * concurrent requests.
 */
export async function requirePackable(
  ctx: Ctx,
  order: ShippedOrder,
  packedSerials: readonly PackedSerial[],
): Promise<void> {
  const [first] = packedSerials;
  if (!first) return;
  if (order.is_test) throw issueError(first, "A test order ships no devices. Leave its serial numbers out.");
  requireFitting(order, packedSerials);
  await requireUnpacked(ctx, order, packedSerials);
  for (const { id, product_id } of order.lines) {
    const serials = packedSerials.filter(({ line_id }) => line_id === id).map(({ serial }) => serial);
    if (serials.length === 0) continue;
    const results = await validateSerials(ctx, { org_id: order.org_id, product_id, serials });
    for (const { serial, status, is_only_claimed } of results) {
      if (status === "unknown") throw notFound("PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND").about(serial);
      if (status === "foreign" && !is_only_claimed)
        throw unprocessable("PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG").about(serial);
    }
  }
}

function requireFitting(order: ShippedOrder, packedSerials: readonly PackedSerial[]): void {
  const upperSerials = new Set<string>();
  for (const packedSerial of packedSerials) {
    if (upperSerials.has(packedSerial.serial.toUpperCase()))
      throw issueError(packedSerial, `${packedSerial.serial} is listed twice.`);
    upperSerials.add(packedSerial.serial.toUpperCase());
  }
  for (const each of packedSerials) {
    const line = order.lines.find(({ id }) => id === each.line_id);
    if (!line) throw issueError(each, "The order has no such line.");
    const count = packedSerials.filter(({ line_id }) => line_id === line.id).length + line.serial_number.length;
    if (count > line.quantity)
      throw issueError(each, `${count} serial numbers for ${line.quantity} of ${line.name} are too many.`);
  }
}

/** A serial number in the same package is accepted: the request may be a repetition. */
async function requireUnpacked(ctx: Ctx, order: ShippedOrder, packedSerials: readonly PackedSerial[]): Promise<void> {
  const serials = packedSerials.map(({ serial }) => serial.toUpperCase());
  const holders = await many(
    ctx,
    holderRow,
    sql`
    select
      upper(s.serial) as serial, o.order_number, o.org_id = ${order.org_id} as is_own,
      p.order_id, p.id, upper(p.tracking_id) as tracking_id
    from package_serials s
      join packages p on p.id = s.package_id
      join orders o on o.id = p.order_id
    where upper(s.serial) = any(${texts(serials)})`,
  );
  for (const { serial, order_number, is_own, order_id, id, tracking_id } of holders) {
    if (!is_own) throw unprocessable("PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG").about(serial);
    const each = packedSerials.find((one) => one.serial.toUpperCase() === serial);
    const isSamePackage = order_id === order.id && (each?.parcel === id || each?.parcel?.toUpperCase() === tracking_id);
    if (each && !isSamePackage)
      throw issueError(each, `${each.serial} is already in a package of order ${order_number}.`);
  }
}

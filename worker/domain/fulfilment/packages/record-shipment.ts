import { sql } from "drizzle-orm";
import { violatedConstraint } from "../../../../db/errors.ts";
import { BadRequest, cannotShip, lineNotOwedError, unprocessable } from "../../../contract/errors.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { shipDevicesParts } from "../../devices/index.ts";
import { lockOrder } from "../orders/lock-order.ts";
import type { PackedLine } from "./package-contents.ts";
import { isBeingCanceled } from "./read-order.ts";
import { shipmentNotifications } from "./shipping-mails.ts";

/** `id` is set if the label was created in this shop. */
export type SentPackage = {
  id?: string | undefined;
  tracking_id: string;
  tracking_link: string | null;
  freight_carrier: string | null;
  freight_service: string | null;
  serials: { line_id: string; serial: string }[];
  contents: readonly PackedLine[];
};

/**
 * Adds new packages (by tracking number) with their content to an order, and notifies the buyer. The order is shipped
 * when it owes nothing more; serial numbers are stored in its lines and registered to the organization. One audited
 * statement, so repeated or concurrent calls add nothing more. A package whose label was voided meanwhile is left out.
 * @throws PAYMENT_FAILED if the order was canceled meanwhile, or is about to be, LINE_NOT_OWED if the content was
 * shipped, canceled or refunded meanwhile, BadRequest for more serial numbers of a line than were ordered, and
 * PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG if a serial number was packed elsewhere meanwhile, or its device was
 * confirmed for another organization
 */
export async function recordShipment(
  ctx: Ctx,
  orderId: string,
  { packages, method }: { packages: readonly SentPackage[]; method: string | undefined },
): Promise<void> {
  const packagesJson = JSON.stringify(packages.map((each, place) => ({ ...each, place })));
  const statement = sql`
    with i as (select id from invoices where reference_type = 'order' and reference_id = ${orderId}),
    before as (
      select orders.*, status = 'canceled' or ${isBeingCanceled(sql`orders.id`)} as is_stopped
      from orders
      where id = ${orderId}
    ),
    owing as (
      select l.id, owed_pieces(l) as pieces,
        l.canceled_quantity > 0 or exists (select 1 from refund_lines back where back.line_id = l.id) as is_reduced
      from order_lines l
      where l.order_id = (select id from before)
      order by l.id
      for update
    ),
    sent as (
      select * from jsonb_to_recordset(${packagesJson}::jsonb) as g(
        id uuid, place int, tracking_id text, tracking_link text, freight_carrier text, freight_service text,
        serials jsonb, contents jsonb
      )
    ),
    labels as (
      select packages.id, packages.status
      from before join packages on packages.order_id = before.id
      where packages.id in (select g.id from sent g)
      order by packages.id
      for update of packages
    ),
    fresh as (
      select distinct on (upper(g.tracking_id)) g.* from sent g, before
      where not exists (
        select 1
        from jsonb_array_elements(before.shipping_data -> 'packages') existing
        where upper(existing ->> 'tracking_id') = upper(g.tracking_id)
      ) and not exists (select 1 from labels where labels.id = g.id and labels.status = 'canceled')
      order by upper(g.tracking_id), g.place
    ),
    packing as (
      select f.tracking_id, content.line_id, content.quantity
      from fresh f cross join jsonb_to_recordset(f.contents) as content(line_id uuid, quantity int)
    ),
    pieces as (
      select
        coalesce((select sum(pieces) from owing), 0) as owed,
        coalesce((select sum(quantity) from packing), 0) as leaving,
        coalesce((select bool_or(is_reduced) from owing), false) as has_reduced_lines
    ),
    o as (
      update orders
      set
        status = case
          when before.status not in ('new', 'processing') then before.status
          when pieces.owed <= pieces.leaving then 'shipped'
          else 'processing'
        end,
        updated_at = now(),
        shipping_data = before.shipping_data || jsonb_build_object(
          'method', coalesce(${method ?? null}::text, before.shipping_data ->> 'method'),
          'packages', (before.shipping_data -> 'packages') || coalesce((
            select jsonb_agg(
              jsonb_build_object(
                'tracking_id', f.tracking_id, 'tracking_link', f.tracking_link,
                'freight_carrier', f.freight_carrier, 'freight_service', f.freight_service, 'delivered_at', null,
                'serials', coalesce((
                  select jsonb_agg(packed ->> 'serial') from jsonb_array_elements(f.serials) packed
                ), '[]')
              )
              order by f.place
            )
            from fresh f
          ), '[]')
        )
      from before, pieces
      where orders.id = before.id
        and not before.is_stopped
        and (exists (select 1 from fresh) or (before.status in ('new', 'processing') and pieces.owed = 0))
      returning
        orders.*, ${beforeAndAfter}, before.status as before_status, pieces.leaving,
        jsonb_array_length(before.shipping_data -> 'packages') as packages_before
    ),
    p as (
      insert into packages (
        id, order_id, status, tracking_id, tracking_link, freight_carrier, freight_service
      )
      select
        coalesce(f.id, uuidv7()), o.id, 'sent', f.tracking_id, f.tracking_link, f.freight_carrier,
        f.freight_service
      from fresh f, o
      order by f.place
      on conflict (id) do update set status = 'sent', updated_at = now()
        where packages.order_id = excluded.order_id and packages.status = 'made'
      returning id, tracking_id
    ),
    contents as (
      insert into package_lines (package_id, line_id, quantity)
      select p.id, packing.line_id, packing.quantity
      from packing join p on upper(p.tracking_id) = upper(packing.tracking_id)
      order by packing.line_id
    ),
    s as (
      select p.id as package_id, packed.line_id, packed.serial
      from fresh f
        join p on upper(p.tracking_id) = upper(f.tracking_id)
        cross join jsonb_to_recordset(f.serials) as packed(line_id uuid, serial text)
    ),
    ${shipDevicesParts(
      ctx,
      sql`
      select o.org_id, o.order_number, l.product_id, s.serial
      from s join order_lines l on l.id = s.line_id cross join o`,
    )},
    packed as (
      insert into package_serials (package_id, line_id, serial, device_id)
      select s.package_id, s.line_id, s.serial, d.id from s left join d on upper(d.serial) = upper(s.serial)
      order by upper(s.serial)
    ),
    filled as (
      update order_lines l set serial_number = l.serial_number || added.serials, updated_at = now()
      from (select line_id, array_agg(serial order by serial) as serials from s group by line_id) added, o
      where l.id = added.line_id and l.order_id = o.id
    ),
    billed as (
      update invoices
      set
        tracking_number = coalesce(invoices.tracking_number, f.tracking_id),
        tracking_url = case when invoices.tracking_number is null then f.tracking_link else invoices.tracking_url end,
        -- accounting closes a line once its last pieces that were not canceled or refunded have shipped
        is_net_suite_sync_needed = invoices.is_net_suite_sync_needed or pieces.has_reduced_lines,
        updated_at = now()
      from (select * from fresh order by place limit 1) f, o, i, pieces
      where invoices.id = i.id and (invoices.tracking_number is null or pieces.has_reduced_lines)
    ),
    ${audited(ctx, "shipOrder", "order", "o", {
      data: sql`jsonb_build_object(
        'packages', coalesce((select jsonb_agg(tracking_id order by place) from fresh), '[]')
      )`,
      changes: diffRows(),
    })},
    ${shipmentNotifications(
      ctx,
      sql`
      select o.*, (select string_agg(upper(tracking_id), ',' order by upper(tracking_id)) from fresh) as new_numbers
      from o
      where (o.before_status in ('new', 'processing') and o.packages_before = 0) or o.leaving > 0`,
      sql`select line_id, sum(quantity)::int as quantity from packing group by line_id`,
    )}
    select status as stopped_as from before where is_stopped`;
  const record = async () => {
    const [, stopped] = await ctx.db.batch([lockOrder(orderId), statement]);
    const [row] = stopped?.rows ?? [];
    if (row) throw cannotShip(row["stopped_as"] === "canceled" ? "canceled" : "being_canceled");
  };
  try {
    await record();
  } catch (error) {
    const refusal = findRefusal(error);
    // Another request may have just registered the device: the second run sees it, and verifies it or takes it over.
    if (refusal !== "registered") throw refusal ?? error;
    await record().catch((secondError: unknown) => {
      const second = findRefusal(secondError);
      throw second === "registered" ? foreignSerialError() : (second ?? secondError);
    });
  }
  ctx.wakeWorkers();
}

const foreignSerialError = () => unprocessable("PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG");

const packagesError = (message: string) => new BadRequest([{ code: "custom", path: ["packages"], message }]);

function findRefusal(error: unknown): Error | "registered" | undefined {
  switch (violatedConstraint(error)) {
    case "devices_serial_unique":
      return "registered";
    case "package_serials_serial_unique":
      return foreignSerialError();
    case "package_lines_owed":
    case "order_lines_pieces_fit":
      return lineNotOwedError();
    case "order_lines_serials_fit":
      return packagesError("There are more serial numbers than were ordered.");
    default:
      return undefined;
  }
}

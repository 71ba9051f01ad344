import { serviceText } from "../../../worker/contract/entities/package.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import type { AdminOrder, OrderLine, Package } from "../../../worker/domain/fulfilment/index.ts";
import type { StaffViewer } from "../../../worker/http/viewer.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { PackageStatusBadge } from "../../../worker/ui/parts/status-badges.tsx";
import { Tracking } from "../../portal/orders/parcel.tsx";
import { isCustomsInvoiceLost, isLabelLost } from "./lost-papers.ts";
import { Serials } from "./serials.tsx";

type PackagesProps = {
  order: AdminOrder & { lines: OrderLine[] };
  packages: Package[];
  /** Undefined if the shop has no carrier account. */
  sender_country: string | undefined;
  viewer: StaffViewer;
};

export function Packages({ order, packages, sender_country, viewer }: PackagesProps) {
  const country = order.shipping_data.address?.country;
  const isAbroad = country !== undefined && sender_country !== undefined && country !== sender_country;
  return (
    <section id="packages">
      <h2>Packages</h2>
      {packages.length === 0 && <p>Nothing has shipped yet.</p>}
      {packages.length > 0 && (
        <ul className="parcels">
          {packages.map((each) => (
            <li key={each.id}>
              <span>
                <b>
                  {[each.freight_carrier, serviceText(each.freight_service ?? "")].filter(Boolean).join(" ")}{" "}
                  {each.tracking_id === null ? (
                    "no number yet"
                  ) : (
                    <Tracking id={each.tracking_id} href={each.tracking_link} />
                  )}
                </b>
                <small>
                  <PackageStatus parcel={each} is_abroad={isAbroad} />
                </small>
                {each.lines.length > 0 && <small>{contentText(each, order.lines)}</small>}
                {each.devices.length > 0 && <Serials serials={each.devices.map(({ serial }) => serial)} />}
              </span>
              <span className="parcel-state">
                <PackageStatusBadge status={each.status} />
                {can(viewer, "shipping:read") && (
                  <a href={hrefOf(pages.packingSlip, { order_id: order.id }, { package: each.id })}>Packing slip</a>
                )}
                <PackageLabel order_id={order.id} parcel={each} viewer={viewer} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {order.status === "shipped" && packages.length > 0 && can(viewer, "shipping:act") && (
        <ArrivalForm order={order} />
      )}
    </section>
  );
}

export const contentText = ({ lines }: Package, all: OrderLine[]): string =>
  lines.map(({ line_id, quantity }) => `${quantity} × ${all.find(({ id }) => id === line_id)?.name ?? ""}`).join(", ");

const unfinishedMessages: Partial<Record<Package["status"], string>> = {
  asked:
    "The carrier did not answer and may have created this label. It is looked up each hour; another one can be created after a day. Until then, ship with a tracking number of the carrier's own program.",
  made: "The carrier has created the label, but the order is not updated yet. Submit the form below again, or void the label.",
};

function PackageStatus({ parcel, is_abroad }: { parcel: Package; is_abroad: boolean }) {
  const { delivered_at, note, status } = parcel;
  if (delivered_at !== null)
    return (
      <>
        Delivered on <DateText at={delivered_at} />
      </>
    );
  return (
    <>
      {note ?? unfinishedMessages[status] ?? "Not seen yet"}
      {lostFilesText(parcel, is_abroad)}
    </>
  );
}

/** Empty if no file is lost. */
function lostFilesText(parcel: Package, isAbroad: boolean): string {
  const isInvoiceLost = isCustomsInvoiceLost(parcel, isAbroad);
  if (isLabelLost(parcel))
    return isInvoiceLost
      ? ". Its label and its customs invoice were lost. Print them in the carrier's own program, or void the label and create another."
      : ". Its label was lost. Print it in the carrier's own program, or void it and create another.";
  return isInvoiceLost
    ? ". Its customs invoice was lost. Print it in the carrier's own program, or void the label and create another."
    : "";
}

type PackageLabelProps = { order_id: string; parcel: Package; viewer: StaffViewer };

function PackageLabel({ order_id, parcel, viewer }: PackageLabelProps) {
  const { id, status, tracking_id, weight_grams, has_label, has_customs_invoice } = parcel;
  const canVoid = weight_grams !== null && status !== "delivered" && can(viewer, "shipping:act");
  return (
    <>
      {has_label && can(viewer, "shipping:read") && (
        <a href={`/v1/admin/orders/${order_id}/shipping/packages/${id}/label`} download>
          Label
        </a>
      )}
      {has_customs_invoice && can(viewer, "shipping:read") && (
        <a href={`/v1/admin/orders/${order_id}/shipping/packages/${id}/customs-invoice`} download>
          Customs invoice
        </a>
      )}
      {canVoid && (
        <ConfirmForm
          id={`void-${id}`}
          label="Void the label"
          title={`Void the label of ${tracking_id ?? "this package"}?`}
          action={hrefOf(pages.cancelPackage, { order_id, package_id: id })}
          confirm="Yes, void it"
          is_dangerous
        >
          <p>
            The carrier does not charge for it and no longer accepts it. Its serial numbers become available again, and
            the devices that it registered are removed. The order stays shipped.
          </p>
        </ConfirmForm>
      )}
    </>
  );
}

function ArrivalForm({ order: { id, order_number } }: { order: AdminOrder }) {
  return (
    <ConfirmForm
      id="received"
      label="Everything has arrived"
      title={`Has everything of ${order_number} arrived?`}
      action={hrefOf(pages.receiveOrder, { order_id: id })}
      confirm="Yes, it has arrived"
    >
      <p>Marks the order as received and notifies the buyer. Fulex deliveries are detected automatically.</p>
    </ConfirmForm>
  );
}

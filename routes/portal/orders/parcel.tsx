import type { Order } from "../../../worker/domain/orders/index.ts";

/** A parcel by its carrier, with the way to where it is. */
export function Parcel(parcel: Order["shipping_data"]["packages"][number]) {
  return (
    <>
      {[parcel.freight_carrier, parcel.freight_service].filter(Boolean).join(" ")}{" "}
      <Tracking id={parcel.tracking_id} href={parcel.tracking_link} />
    </>
  );
}

export const Tracking = ({ id, href }: { id: string; href: string | null }) =>
  href && /^https?:\/\//.test(href) ? <a href={href}>{id}</a> : id;

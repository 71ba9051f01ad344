import { serviceText } from "../../../worker/contract/entities/package.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import type { Order } from "../../../worker/domain/fulfilment/index.ts";

export function Parcel(parcel: Order["shipping_data"]["packages"][number]) {
  return (
    <>
      {[parcel.freight_carrier, serviceText(parcel.freight_service ?? "")].filter(Boolean).join(" ")}{" "}
      <Tracking id={parcel.tracking_id} href={parcel.tracking_link} />
      {parcel.delivered_at && (
        <>
          , delivered on <DateText at={parcel.delivered_at} />
        </>
      )}
      {parcel.serials !== undefined && parcel.serials.length > 0 && <> with {parcel.serials.join(", ")}</>}
    </>
  );
}

export const Tracking = ({ id, href }: { id: string; href: string | null }) =>
  href && /^https?:\/\//.test(href) ? <a href={href}>{id}</a> : id;

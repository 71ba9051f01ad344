import { serviceText } from "../../../worker/contract/entities/package.ts";
import { CopyButton } from "../../../worker/ui/parts/script-buttons.tsx";
import { DateText } from "../../../worker/ui/date.tsx";
import type { Order } from "../../../worker/domain/fulfilment/index.ts";

type ParcelProps = Order["shipping_data"]["packages"][number] & {
  /** Adds a button that copies the tracking number. */
  is_copied?: true;
};

export function Parcel({ is_copied, ...parcel }: ParcelProps) {
  return (
    <>
      {[parcel.freight_carrier, serviceText(parcel.freight_service ?? "")].filter(Boolean).join(" ")}{" "}
      <Tracking id={parcel.tracking_id} href={parcel.tracking_link} is_copied={is_copied} />
      {parcel.delivered_at && (
        <>
          , delivered on <DateText at={parcel.delivered_at} />
        </>
      )}
      {parcel.serials !== undefined && parcel.serials.length > 0 && <> with {parcel.serials.join(", ")}</>}
    </>
  );
}

type TrackingProps = { id: string; href: string | null; is_copied?: true | undefined };

export function Tracking({ id, href, is_copied }: TrackingProps) {
  const link = href && /^https?:\/\//.test(href) ? href : null;
  if (!is_copied) return link ? <a href={link}>{id}</a> : id;
  return (
    <span>
      <code>{id}</code> <CopyButton what={`tracking number ${id}`} />
      {link && (
        <>
          {" "}
          <a className="off-paper" href={link}>
            Track<span className="unseen"> {id}</span>
          </a>
        </>
      )}
    </span>
  );
}

import { serviceText } from "../../../worker/contract/entities/package.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { SentPackage } from "../../../worker/domain/fulfilment/index.ts";
import { Timeline, type TimelineEvent } from "../../../worker/ui/figures/timeline.tsx";
import { DateText } from "../../../worker/ui/date.tsx";
import { Tracking } from "./parcel.tsx";

type PackagesProps = { order_id: string; packages: readonly SentPackage[] };

/** Tracking events are in the carrier's words. */
export function Packages({ order_id, packages }: PackagesProps) {
  if (packages.length === 0) return null;
  return (
    <section id="packages" className="packages">
      {packages.map((parcel, index) => (
        <article key={parcel.id} className="card package">
          <div className="card-head">
            <h2>{packages.length === 1 ? "Package" : `Package ${index + 1} of ${packages.length}`}</h2>
            <a className="off-paper" href={hrefOf(pages.deliveryNote, { order_id }, { package: parcel.id })}>
              Delivery note
            </a>
          </div>
          <p>
            {[parcel.freight_carrier, serviceText(parcel.freight_service ?? "")].filter(Boolean).join(" ")}{" "}
            {parcel.tracking_id && <Tracking id={parcel.tracking_id} href={parcel.tracking_link} is_copied />}
            {", "}
            {parcel.delivered_at ? (
              <>
                delivered on <DateText at={parcel.delivered_at} />
              </>
            ) : (
              <>
                on its way since <DateText at={parcel.sent_at} />
              </>
            )}
          </p>
          <Timeline events={toTimelineEvents(parcel)} has_times />
        </article>
      ))}
    </section>
  );
}

const toTimelineEvents = ({ events, sent_at, delivered_at }: SentPackage): TimelineEvent[] => [
  // the carrier's own delivery event also has the place, so ours is added only without it
  ...(delivered_at !== null && !events.some(({ what }) => /^delivered/i.test(what))
    ? [{ at: delivered_at, what: "Delivered", tone: "success" } as const]
    : []),
  ...events.map(({ at, what, place }): TimelineEvent => ({ at, what, ...(place && { note: <small>{place}</small> }) })),
  { at: sent_at, what: "Handed to the carrier" },
];

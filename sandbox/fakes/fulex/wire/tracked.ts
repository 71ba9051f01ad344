import type { KnownShipment } from "../state.ts";
import type { TrackResult } from "./messages.ts";

/** Tracking status codes of https://developer.fedex.com/api/en-us/guides/api-reference.html. */
const statusCodes: Record<KnownShipment["status"], [code: string, status: string]> = {
  label_created: ["OC", "Label created"],
  in_transit: ["IT", "In transit"],
  delivered: ["DL", "Delivered"],
  exception: ["DE", "Delivery exception"],
  // A returned package counts as delivered, because it goes back to the sender under the same number.
  returned: ["DL", "Delivered"],
  canceled: ["CA", "Shipment canceled"],
};

type Scan = NonNullable<Extract<TrackResult, { scanEvents?: unknown }>["scanEvents"]>[number];

const eventsByStatus: Record<
  KnownShipment["scans"][number]["status"],
  readonly (readonly [type: string, words: string])[]
> = {
  in_transit: [["AR", "Arrived at FedEx location"]],
  delivered: [["DL", "Delivered"]],
  exception: [["DE", "Delivery exception"]],
  returned: [
    ["RS", "Returning package to shipper"],
    ["DL", "Delivered"],
  ],
};

/** Scans of a shipment, newest first; all are at the hub. */
const listScans = ({ scans, status: current }: KnownShipment): Scan[] =>
  scans
    // A return is listed only while it is the latest status, not if the package was delivered to the recipient after
    // all.
    .filter(({ status }) => status !== "returned" || current === "returned")
    .flatMap(({ status, at: date }) =>
      eventsByStatus[status].map(([eventType, eventDescription]) => ({
        date,
        eventType,
        eventDescription,
        scanLocation: { city: "MEMPHIS", stateOrProvinceCode: "TN", countryCode: "US" },
      })),
    )
    .toReversed();

export function toTrackResult(
  shipment: KnownShipment | undefined,
  by: "TRACKINGNUMBER" | "REFERENCENUMBER",
  hasScans = false,
): TrackResult {
  if (!shipment) {
    const subject = by === "TRACKINGNUMBER" ? "Tracking number" : "Reference number";
    const message = `${subject} cannot be found. Please correct the ${subject.toLowerCase()} and try again.`;
    return { error: { code: `TRACKING.${by}.NOTFOUND`, message } };
  }
  const [code, status] = statusCodes[shipment.status];
  return {
    trackingNumberInfo: { trackingNumber: shipment.tracking_id },
    latestStatusDetail: { code, statusByLocale: status, description: status },
    dateAndTimes: code === "DL" ? [{ type: "ACTUAL_DELIVERY", dateTime: shipment.status_at }] : [],
    ...(hasScans && { scanEvents: listScans(shipment) }),
  };
}

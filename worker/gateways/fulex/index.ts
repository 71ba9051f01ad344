import { GatewayError } from "../gateway-error.ts";
import { createCaller, type FulexSettings } from "./caller.ts";
import {
  cancelAnswer,
  isCanceled,
  noSuchReference,
  readAnswer,
  readFound,
  readLabel,
  readTracking,
  shipAnswer,
  type Tracked,
  trackAnswer,
} from "./answers.ts";
import { type Parcel, readShipper, shipRequest, toReference } from "./ship-request.ts";

export type { FulexSettings } from "./caller.ts";
export type { Tracked } from "./answers.ts";

/** `label` is a PDF; undefined where it was lost with the answer: the carrier prints it once. */
export type Shipment = { tracking_id: string; label: Uint8Array<ArrayBuffer> | undefined };

/** The carrier. Every call throws GatewayError when it cannot be asked; a retryable one may have had its effect. */
export type FulexGateway = {
  /** Resolves when the carrier knows our credentials. */
  signIn(): Promise<void>;
  /** Makes a shipment; answers why not when the carrier refuses what it was given. Not safe to repeat: ask findShipment first. */
  ship(parcel: Parcel): Promise<Shipment | { refusal: string }>;
  /** The number of the shipment of the package with our id in the last 30 days; undefined only where the carrier has none. */
  findShipment(id: string): Promise<string | undefined>;
  /** Where packages are, at most 30 at once; undefined for a number that the carrier does not know. */
  track(trackingIds: readonly string[]): Promise<Map<string, Tracked | undefined>>;
  /** Voids a label; answers why not when the carrier refuses. One that is void stays so. */
  cancel(trackingId: string): Promise<{ refusal: string } | undefined>;
  /** Where people follow a package. */
  linkOf(trackingId: string): string | null;
  /** The country that labels are made for; others need customs papers. */
  country: string;
};

/**
 * The freight carrier Fulex, which speaks FedEx's REST shape: Ship and Cancel
 * (https://developer.fedex.com/wirc/json/api_groups/Ship/Shipment-Resource.json), Track by number and by reference
 * (https://developer.fedex.com/wirc/json/api_groups/Track/ReferenceNumbers-Resource.json). Ship knows no idempotency, and a label is
 * printed once. A code of the carrier decides only where being wrong about it makes nothing twice and loses nothing: whatever else
 * it refuses is told in its words with its code.
 */
export const createFulexGateway = (settings: FulexSettings): FulexGateway => {
  const { call, signIn } = createCaller(settings);
  const account = settings.FULEX_ACCOUNT_NUMBER;
  const shipper = readShipper(settings.FULEX_SHIPPER);
  const trackNumbers = async (trackingIds: readonly string[]) => {
    const trackingInfo = trackingIds.map((trackingNumber) => ({ trackingNumberInfo: { trackingNumber } }));
    const answer = await call("POST", "/track/v1/trackingnumbers", { trackingInfo, includeDetailedScans: true });
    if (answer.refusal !== undefined) throw refused("tracking", answer.refusal);
    return readAnswer(trackAnswer, answer.body).output.completeTrackResults;
  };
  const trackReference = (id: string, end: number) =>
    call("POST", "/track/v1/referencenumbers", {
      referencesInformation: {
        type: "CUSTOMER_REFERENCE",
        value: toReference(id),
        accountNumber: account,
        ...lastDays(30, end),
      },
      includeDetailedScans: false,
    });
  return {
    country: shipper.country,
    signIn: async () => void (await signIn()),
    async ship(parcel) {
      const answer = await call("POST", "/ship/v1/shipments", shipRequest(parcel, { account, shipper }));
      if (answer.refusal !== undefined) return { refusal: answer.refusal };
      const piece = readAnswer(shipAnswer, answer.body).output.transactionShipments[0]?.pieceResponses[0];
      // it was made, whatever its answer looks like
      if (!piece) throw new GatewayError("fulex", "a shipment without a number", { retryable: true });
      return { tracking_id: piece.trackingNumber, label: readLabel(piece.packageDocuments) };
    },
    async findShipment(id) {
      let answer = await trackReference(id, 0);
      // by the carrier's clock it may be yesterday still
      if (answer.code === "TRACKING.SHIPDATEEND.FUTURE") answer = await trackReference(id, 1);
      if (answer.code === noSuchReference) return undefined;
      if (answer.refusal !== undefined) throw refused("a look-up", answer.refusal);
      const results = readAnswer(trackAnswer, answer.body).output.completeTrackResults;
      const { number, isUnknown, why } = readFound(results);
      // whoever hears that there is none makes another
      if (number === undefined && !isUnknown) throw refused("a look-up", why);
      return number;
    },
    async track(trackingIds) {
      const results = await trackNumbers(trackingIds);
      return new Map(
        results.map(({ trackingNumber, trackResults: [newest] }) => [trackingNumber ?? "", readTracking(newest)]),
      );
    },
    async cancel(trackingId) {
      const answer = await call("PUT", "/ship/v1/shipments/cancel", {
        accountNumber: { value: account },
        deletionControl: "DELETE_ALL_PACKAGES",
        trackingNumber: trackingId,
      });
      const output = answer.refusal === undefined ? readAnswer(cancelAnswer, answer.body).output : undefined;
      if (output?.cancelledShipment || voided.has(answer.code ?? "")) return undefined;
      // whatever the refusal means, a label that tracking calls canceled is void
      const [result] = await trackNumbers([trackingId]);
      if (result?.trackResults.some(isCanceled)) return undefined;
      return { refusal: answer.refusal ?? output?.message ?? "no reason was given" };
    },
    linkOf: (trackingId) =>
      settings.FULEX_TRACKING_URL === "" ? null : settings.FULEX_TRACKING_URL + encodeURIComponent(trackingId),
  };
};

/** A cancelation is told as an error, too, where nothing is left to cancel. */
const voided = new Set([
  "CANCELSHIPMENT.TRACKINGNUMBER.DELETED",
  "MASTERTRACKINGID.TRACKINGNUMBER.CANCELLED",
  "SHIPMENT.CANCELEDWITHOUTPICKUP.SUCCESS",
]);

const refused = (what: string, why: string) =>
  new GatewayError("fulex", `${what} was refused: ${why}`, { retryable: false, status: 400 });

/** The days until today, or until `end` days ago: a range has 30 at most, and must not end in the future. */
function lastDays(days: number, end: number): { shipDateBegin: string; shipDateEnd: string } {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  return { shipDateBegin: day(days - 1), shipDateEnd: day(end) };
}

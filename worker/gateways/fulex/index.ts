import { GatewayError } from "../gateway-error.ts";
import { createCaller, type FulexSettings, notEnabledCode } from "./caller.ts";
import {
  cancelAnswer,
  isCanceled,
  referenceNotFoundCode,
  parseAnswer,
  readReference,
  readDocument,
  readTracking,
  shipAnswer,
  type Tracking,
  trackAnswer,
} from "./answers.ts";
import { type Parcel, readShipper, buildShipRequest, toReference } from "./ship-request.ts";

export type { FulexSettings } from "./caller.ts";
export type { Tracking } from "./answers.ts";
export type { Parcel } from "./ship-request.ts";

/**
 * `label` and `customs_invoice` are PDFs. Both are undefined for a shipment that `findShipment` found after a lost
 * response, because the carrier issues them once; `customs_invoice` also for a package that crosses no border.
 */
export type Shipment = {
  tracking_id: string;
  label: Uint8Array<ArrayBuffer> | undefined;
  customs_invoice: Uint8Array<ArrayBuffer> | undefined;
};

/**
 * Every method throws GatewayError if the carrier is unavailable. After a retryable error the call may have had its
 * effect, unless the error has `is_without_effect`.
 */
export type FulexGateway = {
  signIn(): Promise<void>;
  /** Not idempotent: call `findShipment` before a retry. */
  ship(parcel: Parcel): Promise<Shipment | { refusal: string }>;
  /** Validates a shipment from our address to itself, without creating it; undefined if labels can be made. */
  validate(): Promise<{ refusal: string } | undefined>;
  /**
   * Tracking number of the shipment for our package `id` in the last 30 days; undefined only if the carrier has none
   * that is not canceled.
   */
  findShipment(id: string): Promise<string | undefined>;
  /** At most 30 packages; undefined for unknown numbers. */
  track(trackingIds: readonly string[]): Promise<Map<string, Tracking | undefined>>;
  /** Voids a label; idempotent. */
  cancel(trackingId: string): Promise<{ refusal: string } | undefined>;
  linkOf(trackingId: string): string | null;
  country: string;
  /** Company and address in one line. */
  sender: string;
};

/**
 * FedEx's REST API: Ship and Cancel (https://developer.fedex.com/wirc/json/api_groups/Ship/Shipment-Resource.json),
 * Track by number and by reference
 * (https://developer.fedex.com/wirc/json/api_groups/Track/ReferenceNumbers-Resource.json). Ship has no idempotency key,
 * and a label is issued once. Code handles an error code of the carrier only where a wrong guess duplicates and loses
 * nothing; all other refusals are shown with the carrier's message and code.
 */
export const createFulexGateway = (settings: FulexSettings): FulexGateway => {
  const { call, signIn } = createCaller(settings);
  const account = settings.FULEX_ACCOUNT_NUMBER;
  const shipper = readShipper(settings.FULEX_SHIPPER);
  const trackNumbers = async (trackingIds: readonly string[]) => {
    const trackingInfo = trackingIds.map((trackingNumber) => ({ trackingNumberInfo: { trackingNumber } }));
    const answer = await call("POST", "/track/v1/trackingnumbers", { trackingInfo, includeDetailedScans: true });
    if (answer.refusal !== undefined) throw refusedError("tracking", answer.refusal);
    return parseAnswer(trackAnswer, answer.body).output.completeTrackResults;
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
    sender: [shipper.company, shipper.line1, shipper.city, shipper.state, shipper.postal_code, shipper.country]
      .filter(Boolean)
      .join(", "),
    signIn: async () => void (await signIn()),
    async ship(parcel) {
      const answer = await call("POST", "/ship/v1/shipments", buildShipRequest(parcel, { account, shipper }));
      if (answer.code === notEnabledCode) return { refusal: notEnabledMessage };
      if (answer.refusal !== undefined) return { refusal: answer.refusal };
      const [shipment] = parseAnswer(shipAnswer, answer.body).output.transactionShipments;
      const piece = shipment?.pieceResponses[0];
      // The shipment exists, although the response has no number.
      if (!piece) throw new GatewayError("fulex", "a shipment without a number", { retryable: true });
      return {
        tracking_id: piece.trackingNumber,
        label: readDocument(piece.packageDocuments, "LABEL"),
        customs_invoice: readDocument(shipment?.shipmentDocuments, "COMMERCIAL_INVOICE"),
      };
    },
    async validate() {
      const to = { name: shipper.company, line2: null, ...shipper };
      const parcel = { id: crypto.randomUUID(), service: "FEDEX_GROUND", weight_grams: 1000, to };
      const body = buildShipRequest(parcel, { account, shipper });
      const answer = await call("POST", "/ship/v1/shipments/packages/validate", body);
      if (answer.code === notEnabledCode) return { refusal: notEnabledMessage };
      return answer.refusal === undefined ? undefined : { refusal: answer.refusal };
    },
    async findShipment(id) {
      let answer = await trackReference(id, 0);
      // Today's date in UTC can still be in the future at the carrier.
      if (answer.code === "TRACKING.SHIPDATEEND.FUTURE") answer = await trackReference(id, 1);
      if (answer.code === referenceNotFoundCode) return undefined;
      if (answer.refusal !== undefined) throw refusedError("a look-up", answer.refusal);
      const results = parseAnswer(trackAnswer, answer.body).output.completeTrackResults;
      const { number, isUnknown, reason } = readReference(results);
      // Undefined would make the caller create another shipment.
      if (number === undefined && !isUnknown) throw refusedError("a look-up", reason);
      return number;
    },
    async track(trackingIds) {
      const results = await trackNumbers(trackingIds);
      return new Map(
        results.map(({ trackingNumber, trackResults: [newest] }) => [trackingNumber ?? "", readTracking(newest)]),
      );
    },
    async cancel(trackingId) {
      const cancelReply = await call("PUT", "/ship/v1/shipments/cancel", {
        accountNumber: { value: account },
        deletionControl: "DELETE_ALL_PACKAGES",
        trackingNumber: trackingId,
      });
      const output = cancelReply.refusal === undefined ? parseAnswer(cancelAnswer, cancelReply.body).output : undefined;
      if (output?.cancelledShipment || voidedCodes.has(cancelReply.code ?? "")) return undefined;
      // A refused cancellation is done if tracking reports the label as canceled.
      const [result] = await trackNumbers([trackingId]);
      if (result?.trackResults.some(isCanceled)) return undefined;
      return { refusal: cancelReply.refusal ?? output?.message ?? "no reason was given" };
    },
    linkOf: (trackingId) =>
      settings.FULEX_TRACKING_URL === "" ? null : settings.FULEX_TRACKING_URL + encodeURIComponent(trackingId),
  };
};

const notEnabledMessage = `Making labels is not enabled for the shop's API key. The carrier must validate sample labels first. (${notEnabledCode})`;

const voidedCodes = new Set([
  "CANCELSHIPMENT.TRACKINGNUMBER.DELETED",
  "MASTERTRACKINGID.TRACKINGNUMBER.CANCELLED",
  "SHIPMENT.CANCELEDWITHOUTPICKUP.SUCCESS",
]);

const refusedError = (call: string, reason: string) =>
  new GatewayError("fulex", `${call} was refused: ${reason}`, { retryable: false, status: 400 });

/** The carrier allows ranges of 30 days that do not end in the future; `end` is in days before today. */
function lastDays(days: number, end: number): { shipDateBegin: string; shipDateEnd: string } {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  return { shipDateBegin: day(days - 1), shipDateEnd: day(end) };
}

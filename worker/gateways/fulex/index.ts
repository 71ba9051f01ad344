import { GatewayError } from "../gateway-error.ts";
import { createCaller, type FulexSettings } from "./caller.ts";
import { cancelAnswer, readAnswer, readTracking, shipAnswer, type Tracked, trackAnswer } from "./answers.ts";
import { type Parcel, readShipper, shipRequest } from "./ship-request.ts";

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
  /** The number of the shipment of that reference in the last 30 days. */
  findShipment(reference: string): Promise<string | undefined>;
  /** Where packages are, at most 30 at once; undefined for a number that the carrier does not know. */
  track(trackingIds: readonly string[]): Promise<Map<string, Tracked | undefined>>;
  /** Voids a label; false when the carrier has the package already. One that is void stays so. */
  cancel(trackingId: string): Promise<boolean>;
  /** Where people follow a package. */
  linkOf(trackingId: string): string | null;
  /** The country that labels are made for; others need customs papers. */
  country: string;
};

/**
 * The freight carrier Fulex, which speaks FedEx's REST shape: Ship and Cancel
 * (https://developer.fedex.com/wirc/json/api_groups/Ship/Shipment-Resource.json), Track by number and by reference
 * (https://developer.fedex.com/api/en-us/catalog/track/v1/docs.html). Ship knows no idempotency, and a label is printed once.
 */
export const createFulexGateway = (settings: FulexSettings): FulexGateway => {
  const { call, signIn } = createCaller(settings);
  const account = settings.FULEX_ACCOUNT_NUMBER;
  const shipper = readShipper(settings.FULEX_SHIPPER);
  return {
    country: shipper.country,
    signIn,
    async ship(parcel) {
      const answer = await call("POST", "/ship/v1/shipments", shipRequest(parcel, { account, shipper }));
      if (answer.refusal !== undefined) return { refusal: answer.refusal };
      const piece = readAnswer(shipAnswer, answer.body).output.transactionShipments[0]?.pieceResponses[0];
      // it was made, whatever its answer looks like
      if (!piece) throw new GatewayError("fulex", "a shipment without a number", { retryable: true });
      const label = piece.packageDocuments?.find(({ contentType }) => contentType === "LABEL")?.encodedLabel;
      return { tracking_id: piece.trackingNumber, label: label === undefined ? undefined : toBytes(label) };
    },
    async findShipment(reference) {
      const answer = await call("POST", "/track/v1/referencenumbers", {
        referencesInformation: {
          type: "CUSTOMER_REFERENCE",
          value: reference,
          accountNumber: account,
          ...lastDays(30),
        },
        includeDetailedScans: false,
      });
      if (answer.code === "TRACKING.REFERENCENUMBER.NOTFOUND") return undefined;
      if (answer.refusal !== undefined) throw refused("a look-up", answer.refusal);
      const results = readAnswer(trackAnswer, answer.body).output.completeTrackResults;
      const found = results.flatMap(({ trackResults }) => trackResults).find(({ error }) => !error);
      return found?.trackingNumberInfo?.trackingNumber;
    },
    async track(trackingIds) {
      const trackingInfo = trackingIds.map((trackingNumber) => ({ trackingNumberInfo: { trackingNumber } }));
      const answer = await call("POST", "/track/v1/trackingnumbers", { trackingInfo, includeDetailedScans: false });
      if (answer.refusal !== undefined) throw refused("tracking", answer.refusal);
      const results = readAnswer(trackAnswer, answer.body).output.completeTrackResults;
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
      if (answer.code === "CANCELSHIPMENT.TRACKINGNUMBER.DELETED") return true;
      if (answer.refusal !== undefined) return false;
      return readAnswer(cancelAnswer, answer.body).output.cancelledShipment;
    },
    linkOf: (trackingId) =>
      settings.FULEX_TRACKING_URL === "" ? null : settings.FULEX_TRACKING_URL + encodeURIComponent(trackingId),
  };
};

const refused = (what: string, why: string) =>
  new GatewayError("fulex", `${what} was refused: ${why}`, { retryable: false, status: 400 });

const toBytes = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** The carrier looks through 30 days at most. */
function lastDays(days: number): { shipDateBegin: string; shipDateEnd: string } {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const dayMs = 86_400_000;
  // by the carrier's clock it may be tomorrow already
  return { shipDateBegin: day(Date.now() - (days - 1) * dayMs), shipDateEnd: day(Date.now() + dayMs) };
}

import * as z from "zod/mini";
import { GatewayError } from "../gateway-error.ts";

export const tokenAnswer = z.object({ access_token: z.string().check(z.minLength(1)), expires_in: z.number() });

export const errorAnswer = z.object({
  errors: z.array(z.object({ code: z.string(), message: z.optional(z.string()) })).check(z.minLength(1)),
});

const documentsSchema = z.optional(
  z.array(z.object({ contentType: z.optional(z.string()), encodedLabel: z.optional(z.string()) })),
);

export const shipAnswer = z.object({
  output: z.object({
    transactionShipments: z.array(
      z.object({
        pieceResponses: z.array(
          z.object({ trackingNumber: z.string().check(z.minLength(1)), packageDocuments: documentsSchema }),
        ),
        shipmentDocuments: documentsSchema,
      }),
    ),
  }),
});

const trackResult = z.object({
  trackingNumberInfo: z.optional(z.object({ trackingNumber: z.optional(z.string()) })),
  latestStatusDetail: z.optional(
    z.object({
      code: z.optional(z.string()),
      statusByLocale: z.optional(z.string()),
      description: z.optional(z.string()),
    }),
  ),
  dateAndTimes: z.optional(z.array(z.object({ type: z.optional(z.string()), dateTime: z.optional(z.string()) }))),
  scanEvents: z.optional(
    z.array(
      z.object({
        date: z.optional(z.string()),
        eventType: z.optional(z.string()),
        eventDescription: z.optional(z.string()),
        scanLocation: z.optional(
          z.object({
            city: z.optional(z.nullable(z.string())),
            stateOrProvinceCode: z.optional(z.nullable(z.string())),
            countryCode: z.optional(z.nullable(z.string())),
          }),
        ),
      }),
    ),
  ),
  error: z.optional(z.object({ code: z.string() })),
});

type TrackResult = z.output<typeof trackResult>;

export const trackAnswer = z.object({
  output: z.object({
    completeTrackResults: z.array(
      z.object({ trackingNumber: z.optional(z.string()), trackResults: z.array(trackResult) }),
    ),
  }),
});

export const cancelAnswer = z.object({
  output: z.object({ cancelledShipment: z.boolean(), message: z.optional(z.string()) }),
});

/** Undefined if the list has no document of this type, or if the document is not a PDF. */
export function readDocument(
  list: z.output<typeof documentsSchema>,
  type: "LABEL" | "COMMERCIAL_INVOICE",
): Uint8Array<ArrayBuffer> | undefined {
  const base64 = list?.find(({ contentType }) => contentType === type)?.encodedLabel ?? "";
  try {
    const content = atob(base64);
    if (!content.startsWith("%PDF-")) return undefined;
    return Uint8Array.from(content, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

export type Tracking = {
  status: "under-way" | "delivered" | "exception";
  note: string | null;
  delivered_at: string | null;
  /** Newest first. */
  events: { at: string; what: string; place: string | null }[];
};

const eventsMax = 50;

/** Tracking status codes (https://developer.fedex.com/api/en-us/guides/api-reference.html). */
const statusByCode: Record<string, Tracking["status"]> = { DL: "delivered", DE: "exception", SE: "exception" };

export const isCanceled = ({ latestStatusDetail }: TrackResult): boolean => latestStatusDetail?.code === "CA";

export const referenceNotFoundCode = "TRACKING.REFERENCENUMBER.NOTFOUND";

/** `isUnknown`: the carrier certainly has no such shipment. `reason`: why the number is missing otherwise. */
type ReferenceMatch = { number: string | undefined; isUnknown: boolean; reason: string };

export function readReference(
  completeResults: z.output<typeof trackAnswer>["output"]["completeTrackResults"],
): ReferenceMatch {
  const results = completeResults.flatMap(({ trackingNumber, trackResults }) =>
    trackResults.map((each) => ({ ...each, number: each.trackingNumberInfo?.trackingNumber ?? trackingNumber })),
  );
  const valid = results.filter((each) => each.error?.code !== referenceNotFoundCode && !isCanceled(each));
  const number = valid.find(({ error }) => !error)?.number;
  return {
    number,
    isUnknown: results.length > 0 && valid.length === 0,
    reason: valid[0]?.error?.code ?? "an answer without a number",
  };
}

export function readTracking(result: TrackResult | undefined): Tracking | undefined {
  if (!result || result.error) return undefined;
  const { latestStatusDetail: latest, dateAndTimes = [], scanEvents = [] } = result;
  // A returned package keeps its number and is finally delivered to the sender.
  const isReturned = latest?.code === "RS" || scanEvents.some(({ eventType }) => eventType === "RS");
  const status = isReturned ? "exception" : (statusByCode[latest?.code ?? ""] ?? "under-way");
  const text = latest?.statusByLocale ?? latest?.description ?? null;
  const delivery = dateAndTimes.find(({ type }) => type === "ACTUAL_DELIVERY")?.dateTime;
  return {
    status,
    note: (isReturned ? `Goes back to the sender: ${text ?? "RS"}` : text)?.slice(0, 200) ?? null,
    delivered_at: status === "delivered" ? toInstant(delivery) : null,
    events: readEvents(scanEvents),
  };
}

function readEvents(scans: NonNullable<TrackResult["scanEvents"]>): Tracking["events"] {
  const events = scans.flatMap(({ date, eventDescription: what, scanLocation }) => {
    const at = toInstant(date);
    const { city, stateOrProvinceCode: state, countryCode: country } = scanLocation ?? {};
    const place = [city, state, country].filter(Boolean).join(", ").slice(0, 100);
    return at && what ? [{ at, what: what.slice(0, 200), place: place || null }] : [];
  });
  return events.toSorted((one, other) => (one.at < other.at ? 1 : -1)).slice(0, eventsMax);
}

const toInstant = (text = ""): string | null => {
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};

/** @throws a retryable GatewayError for an invalid response, because the request may have had its effect */
export function parseAnswer<S extends z.ZodMiniType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new GatewayError("fulex", "an invalid response", { retryable: true });
  return parsed.data;
}

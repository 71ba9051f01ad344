import { randomBytes, randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import type { z } from "zod";
import type { SandboxEnv } from "../service.ts";
import { renderInvoice, renderLabel } from "./wire/label.ts";
import type { KnownShipment, Shipments } from "./state.ts";
import * as wire from "./wire/messages.ts";
import { toTrackResult } from "./wire/tracked.ts";
import {
  maxKg,
  readReference,
  Refusal,
  requireAddress,
  requireClearance,
  requirePhone,
  requireRange,
  type ShipBody,
} from "./wire/rules.ts";

type Account = { client_id: string; client_secret: string; number: string; is_validated: boolean };

/**
 * Lifetime of a token (https://developer.fedex.com/api/en-us/catalog/authorization/docs.html); a restart revokes all
 * tokens.
 */
const tokenLifetimeS = 3600;

export function fulexProtocol(account: Account, shipments: Shipments) {
  const tokens = new Map<string, number>();
  const requireToken = (c: Context<SandboxEnv>) => {
    const token = /^Bearer (.+)$/.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
    if ((tokens.get(token) ?? 0) > Date.now()) return;
    throw new Refusal("NOT.AUTHORIZED.ERROR", "Access token expired. Please modify your request and try again.", 401);
  };
  const requireAccount = (value: string) => {
    if (value !== account.number)
      throw new Refusal("ACCOUNTNUMBER.REGISTRATION.REQUIRED", "Please enter a valid 9-digit FedEx account number.");
  };
  // Ship stays off for a production key until FedEx has validated its labels
  // (https://developer.fedex.com/api/en-us/certification.html).
  const requireValidatedLabels = () => {
    if (account.is_validated) return;
    const message = "We could not authorize your credentials. Please check your permissions and try again.";
    throw new Refusal("FORBIDDEN.ERROR", message, 403);
  };
  return new Hono<SandboxEnv>()
    .onError((error) => {
      if (!(error instanceof Refusal)) throw error;
      const { code, message, status } = error;
      return Response.json({ transactionId: randomUUID(), errors: [{ code, message }] }, { status });
    })
    .post("/oauth/token", async (c) => {
      const form = new URLSearchParams(await c.req.text());
      const isForm = c.req.header("content-type")?.startsWith("application/x-www-form-urlencoded");
      if (!isForm || form.get("grant_type") !== "client_credentials")
        throw new Refusal("BAD.REQUEST.ERROR", "The request was bad. Please modify your request and try again.");
      if (form.get("client_id") !== account.client_id || form.get("client_secret") !== account.client_secret) {
        const message = "The given client credentials were not valid. Please modify your request and try again.";
        throw new Refusal("NOT.AUTHORIZED.ERROR", message, 401);
      }
      const access_token = randomBytes(24).toString("hex");
      tokens.set(access_token, Date.now() + tokenLifetimeS * 1000);
      return sendAnswer(wire.tokenAnswerSchema, {
        access_token,
        token_type: "bearer",
        expires_in: tokenLifetimeS - 1,
        scope: "CXS",
      });
    })
    .post("/ship/v1/shipments", async (c) => {
      requireToken(c);
      requireValidatedLabels();
      const body = await readBody(c, wire.shipBody);
      requireAccount(body.accountNumber.value);
      const createdShipment = shipments.make(parseShipment(body));
      const hasInvoice = body.requestedShipment.shippingDocumentSpecification !== undefined;
      return sendAnswer(
        wire.shipAnswer,
        toShipOutput(
          createdShipment,
          renderLabel(createdShipment),
          hasInvoice ? renderInvoice(createdShipment) : undefined,
        ),
      );
    })
    .post("/ship/v1/shipments/packages/validate", async (c) => {
      requireToken(c);
      requireValidatedLabels();
      const body = await readBody(c, wire.shipBody);
      requireAccount(body.accountNumber.value);
      parseShipment(body);
      return sendAnswer(wire.validateAnswer, wrap({ alerts: [] }));
    })
    .put("/ship/v1/shipments/cancel", async (c) => {
      requireToken(c);
      const { accountNumber, trackingNumber } = await readBody(c, wire.cancelBody);
      requireAccount(accountNumber.value);
      cancel(trackingNumber, shipments);
      const message = "Shipment is successfully cancelled";
      return sendAnswer(wire.cancelAnswer, wrap({ cancelledShipment: true, cancelledHistory: true, message }));
    })
    .post("/track/v1/trackingnumbers", async (c) => {
      requireToken(c);
      const { trackingInfo, includeDetailedScans } = await readBody(c, wire.numbersBody);
      const completeTrackResults = trackingInfo.map(({ trackingNumberInfo: { trackingNumber } }) => ({
        trackingNumber,
        trackResults: [toTrackResult(shipments.find(trackingNumber), "TRACKINGNUMBER", includeDetailedScans)],
      }));
      return sendAnswer(wire.trackAnswer, wrap({ completeTrackResults }));
    })
    .post("/track/v1/referencenumbers", async (c) => {
      requireToken(c);
      const { referencesInformation: asked } = await readBody(c, wire.referencesBody);
      requireAccount(asked.accountNumber);
      requireRange(asked);
      const matchingShipments = shipments
        .list()
        .filter((each) => each.reference === asked.value && each.status !== "canceled" && shipments.isIndexed(each));
      const results = matchingShipments.length > 0 ? matchingShipments : [undefined];
      const completeTrackResults = results.map((each) => ({
        ...(each && { trackingNumber: each.tracking_id }),
        trackResults: [toTrackResult(each, "REFERENCENUMBER")],
      }));
      return sendAnswer(wire.trackAnswer, wrap({ completeTrackResults }));
    });
}

const wrap = <T>(output: T) => ({ transactionId: randomUUID(), output });

function sendAnswer<S extends z.ZodType>(schema: S, body: z.input<S>): Response {
  return Response.json(schema.parse(body));
}

async function readBody<S extends z.ZodType>(c: Context<SandboxEnv>, schema: S): Promise<z.output<S>> {
  const parsed = schema.safeParse(await c.req.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue?.path.join(".") ?? "";
  throw new Refusal("INVALID.INPUT.EXCEPTION", `Invalid field value in the input: ${at}.`);
}

function parseShipment({ requestedShipment: shipmentRequest }: ShipBody): Parameters<Shipments["make"]>[0] {
  const [recipientParty] = shipmentRequest.recipients;
  const [item] = shipmentRequest.requestedPackageLineItems;
  if (!recipientParty || !item) throw new Refusal("INVALID.INPUT.EXCEPTION", "Invalid field value in the input.");
  requireAddress("SHIPPER", shipmentRequest.shipper.address);
  requireAddress("RECIPIENTS", recipientParty.address);
  const isAbroad = recipientParty.address.countryCode !== shipmentRequest.shipper.address.countryCode;
  if (isAbroad) requireClearance(shipmentRequest);
  requirePhone(recipientParty.contact.phoneNumber, recipientParty.address.countryCode);
  const services = wire.listServices(shipmentRequest.shipper.address.countryCode, recipientParty.address.countryCode);
  if (!services.includes(shipmentRequest.serviceType))
    throw new Refusal("SERVICETYPE.NOT.ALLOWED", "This service type is not allowed for the origin/destination pair.");
  const weight_kg = item.weight.units === "KG" ? item.weight.value : item.weight.value * 0.4536;
  if (weight_kg > maxKg) throw new Refusal("MAXIMUMWEIGHT.TYPE.ERROR", "Package weight must not exceed 68kg/150lbs.");
  const reference = readReference(item, shipmentRequest.serviceType);
  const { streetLines, city, stateOrProvinceCode = "", postalCode, countryCode } = recipientParty.address;
  return {
    reference,
    service: shipmentRequest.serviceType,
    weight_kg,
    recipient: {
      name: recipientParty.contact.personName ?? recipientParty.contact.companyName ?? "",
      address: [...streetLines, city, `${stateOrProvinceCode} ${postalCode}`.trim()].join(", "),
      country: countryCode,
    },
    customs: shipmentRequest.customsClearanceDetail ?? null,
  };
}

const toShipOutput = (
  { tracking_id, service, created_at }: KnownShipment,
  label: Buffer,
  invoice: Buffer | undefined,
) =>
  wrap({
    transactionShipments: [
      {
        masterTrackingNumber: tracking_id,
        serviceType: service ?? "",
        shipDatestamp: created_at.slice(0, 10),
        ...(invoice && {
          shipmentDocuments: [
            {
              contentType: "COMMERCIAL_INVOICE" as const,
              docType: "PDF" as const,
              encodedLabel: invoice.toString("base64"),
            },
          ],
        }),
        pieceResponses: [
          {
            trackingNumber: tracking_id,
            masterTrackingNumber: tracking_id,
            packageDocuments: [
              { contentType: "LABEL" as const, docType: "PDF" as const, encodedLabel: label.toString("base64") },
            ],
          },
        ],
      },
    ],
  });

function cancel(trackingNumber: string, shipments: Shipments): void {
  const knownShipment = shipments.find(trackingNumber);
  if (!knownShipment) throw new Refusal("TRACKINGNUMBER.NOTFOUND", "Tracking number cannot be found.");
  if (knownShipment.status === "canceled")
    throw new Refusal("CANCELSHIPMENT.TRACKINGNUMBER.DELETED", "The shipment was deleted already.");
  if (knownShipment.status !== "label_created")
    throw new Refusal("TRACKINGIDS.TRACKINGNUMBER.CLOSED", "The shipment is closed and cannot be deleted.");
  shipments.see(trackingNumber, "canceled");
}

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createFulexGateway, type FulexGateway } from "../../../worker/gateways/fulex/index.ts";
import type { Flow } from "../play.ts";

export const carrierNames = [
  "FULEX_API_URL",
  "FULEX_CLIENT_ID",
  "FULEX_CLIENT_SECRET",
  "FULEX_ACCOUNT_NUMBER",
  "FULEX_SHIPPER",
] as const;

/** https://developer.fedex.com/api/en-us/guides/sandboxvirtualization.html */
export const isCarrierTest = ({ hostname }: URL): boolean => hostname === "apis-sandbox.fedex.com";

export const openCarrier = (settings: Record<(typeof carrierNames)[number], string>): FulexGateway =>
  createFulexGateway({ ...settings, FULEX_TRACKING_URL: "" });

const recipient = {
  name: "Contract Test",
  phone: "+15125550100",
  line1: "1 Main Street",
  line2: null,
  city: "Austin",
  state: "TX",
  postal_code: "78701",
  country: "US",
};

/**
 * The carrier's sandbox answers some calls with canned text, so only the form of an answer is part of the contract. No
 * courier accepts labels of the sandbox.
 */
export const carrierContract: Flow<FulexGateway>[] = [
  { name: "carrier: the key gets a token", play: (carrier) => carrier.signIn() },
  {
    name: "carrier: a shipment is validated without being made",
    play: async (carrier) => assert.equal(await carrier.validate(), undefined),
  },
  {
    name: "carrier: a shipment has a number and a label as PDF, is tracked, and is void when it is canceled",
    play: async (carrier) => {
      const labeled = await carrier.ship({
        id: randomUUID(),
        service: "FEDEX_GROUND",
        weight_grams: 1000,
        to: recipient,
      });
      assert.ok("tracking_id" in labeled, "refusal" in labeled ? labeled.refusal : "");
      assert.match(labeled.tracking_id, /^\d{8,34}$/);
      assert.equal(new TextDecoder().decode(labeled.label?.slice(0, 5)), "%PDF-");
      assert.ok((await carrier.track([labeled.tracking_id])).has(labeled.tracking_id));
      assert.equal(await carrier.cancel(labeled.tracking_id), undefined);
    },
  },
];

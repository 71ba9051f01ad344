import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startOwnApp } from "../support/app.ts";
import { Shipments } from "../../sandbox/fakes/fulex/state.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let token = "";
const vars = () => app.sandbox.vars;
beforeAll(async () => {
  app = await startOwnApp();
  token = z.object({ access_token: z.string() }).parse(await (await signIn()).json()).access_token;
});
afterAll(() => app?.stop());

const signIn = (more: Record<string, string> = {}) =>
  fetch(`${vars()["FULEX_API_URL"]}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: vars()["FULEX_CLIENT_ID"] ?? "",
      client_secret: vars()["FULEX_CLIENT_SECRET"] ?? "",
      ...more,
    }),
  });
const send = async (method: string, path: string, body: unknown, bearer = token) => {
  const headers = { "content-type": "application/json", authorization: `Bearer ${bearer}` };
  const response = await fetch(`${vars()["FULEX_API_URL"]}${path}`, { method, headers, body: JSON.stringify(body) });
  return { status: response.status, body: z.looseObject({}).parse(await response.json()) };
};
const readRefusal = async (answer: ReturnType<typeof send>) => {
  const { status, body } = await answer;
  const { errors } = z.looseObject({ errors: z.array(z.object({ code: z.string() })) }).parse(body);
  return [status, errors[0]?.code];
};
const shipmentSchema = z.looseObject({
  output: z.looseObject({
    transactionShipments: z.array(z.looseObject({ masterTrackingNumber: z.string() })),
  }),
});

const contact = { personName: "Ada", phoneNumber: "15125550100" };
const austin = {
  streetLines: ["1 Main Street"],
  city: "Austin",
  stateOrProvinceCode: "TX",
  postalCode: "78701",
  countryCode: "US",
};
const body = (to: object = {}, weight = 1, reference = "REF-1") => ({
  labelResponseOptions: "LABEL",
  accountNumber: { value: vars()["FULEX_ACCOUNT_NUMBER"] },
  requestedShipment: {
    shipper: { contact, address: austin },
    recipients: [{ contact, address: { ...austin, ...to } }],
    serviceType: "FEDEX_GROUND",
    packagingType: "YOUR_PACKAGING",
    pickupType: "USE_SCHEDULED_PICKUP",
    shippingChargesPayment: { paymentType: "SENDER" },
    labelSpecification: { imageType: "PDF", labelStockType: "PAPER_4X6" },
    requestedPackageLineItems: [
      {
        weight: { units: "KG", value: weight },
        groupPackageCount: 1,
        customerReferences: [{ customerReferenceType: "CUSTOMER_REFERENCE", value: reference }],
      },
    ],
  },
});
const shipPath = "/ship/v1/shipments";

test("the carrier refuses what the real one refuses", async () => {
  expect((await signIn({ client_secret: "wrong" })).status).toBe(401);
  expect((await signIn({ grant_type: "password" })).status).toBe(400);
  expect(await readRefusal(send("POST", shipPath, body(), "unknown"))).toEqual([401, "NOT.AUTHORIZED.ERROR"]);
  expect(await readRefusal(send("POST", shipPath, { ...body(), accountNumber: { value: "1" } }))).toEqual([
    400,
    "ACCOUNTNUMBER.REGISTRATION.REQUIRED",
  ]);
  expect(await readRefusal(send("POST", shipPath, {}))).toEqual([400, "INVALID.INPUT.EXCEPTION"]);
  const badState = await readRefusal(send("POST", shipPath, body({ stateOrProvinceCode: "Te" })));
  expect(badState).toEqual([400, "RECIPIENTS.STATEORPROVINCECODE.INVALID"]);
  expect(await readRefusal(send("POST", shipPath, body({}, 69)))).toEqual([400, "MAXIMUMWEIGHT.TYPE.ERROR"]);
  const foreignShipment = body({ countryCode: "DE", postalCode: "10115" });
  expect(await readRefusal(send("POST", shipPath, foreignShipment))).toEqual([400, "CUSTOMSCLEARANCEDETAIL.REQUIRED"]);
  const badPostalCode = await readRefusal(send("POST", shipPath, body({ postalCode: "787" })));
  expect(badPostalCode).toEqual([400, "DESTINATION.POSTALCODE.MISSING.ORINVALID"]);
  expect(await readRefusal(send("POST", shipPath, body({}, 1, "R".repeat(31))))).toEqual([
    400,
    "INVALID.INPUT.EXCEPTION",
  ]);
  const { requestedShipment: asked, ...others } = body();
  const recipients = [{ contact: { ...contact, phoneNumber: "25125550100" }, address: austin }];
  const unreachable = { ...others, requestedShipment: { ...asked, recipients } };
  expect(await readRefusal(send("POST", shipPath, unreachable))).toEqual([400, "INVALID.INPUT.EXCEPTION"]);
  const url = `${app.sandbox.url}/fulex/track`;
  const headers = { "content-type": "application/json" };
  const badStatus = await fetch(url, { method: "POST", headers, body: '{"tracking_id":"1","status":"flown"}' });
  expect(badStatus.status).toBe(400);
});

test("a shipment twice is two; the reference finds it, and what was canceled is not found", async () => {
  const reference = randomUUID().slice(0, 30);
  const numbers: string[] = [];
  for (const _ of [1, 2]) {
    const createdShipment = shipmentSchema.parse((await send("POST", shipPath, body({}, 1, reference))).body);
    numbers.push(createdShipment.output.transactionShipments[0]?.masterTrackingNumber ?? "");
  }
  expect(new Set(numbers).size).toBe(2);
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const searchByReference = (shipDateBegin: string, shipDateEnd: string) =>
    send("POST", "/track/v1/referencenumbers", {
      includeDetailedScans: false,
      referencesInformation: {
        type: "CUSTOMER_REFERENCE",
        value: reference,
        accountNumber: vars()["FULEX_ACCOUNT_NUMBER"],
        shipDateBegin,
        shipDateEnd,
      },
    });
  const findShipments = async () => JSON.stringify((await searchByReference(day(-2), day(-1))).body);
  expect(await readRefusal(searchByReference(day(-1), day(1)))).toEqual([400, "TRACKING.SHIPDATEEND.FUTURE"]);
  expect(await readRefusal(searchByReference(day(-32), day(-1)))).toEqual([400, "TRACKING.SHIPDATERANGE.ERROR"]);
  for (const number of numbers) expect(await findShipments()).toContain(number);
  const cancel = (trackingNumber: string) =>
    send("PUT", `${shipPath}/cancel`, {
      accountNumber: { value: vars()["FULEX_ACCOUNT_NUMBER"] },
      trackingNumber,
      deletionControl: "DELETE_ALL_PACKAGES",
    });
  for (const number of numbers) expect((await cancel(number)).status).toBe(200);
  expect(await readRefusal(cancel(numbers[0] ?? ""))).toEqual([400, "CANCELSHIPMENT.TRACKINGNUMBER.DELETED"]);
  expect(await findShipments()).toContain("TRACKING.REFERENCENUMBER.NOTFOUND");
});

test("what was shipped, seen and canceled outlives a restart", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "crunchbox-fulex-"));
  const shipments = new Shipments(dataDir);
  const fields = { reference: "REF-2", service: "FEDEX_GROUND", weight_kg: 1, recipient: null };
  const [deliveredShipment, canceledShipment] = [shipments.make(fields), shipments.make(fields)];
  shipments.see(deliveredShipment.tracking_id, "delivered");
  shipments.see(canceledShipment.tracking_id, "canceled");
  const reopened = new Shipments(dataDir);
  expect(reopened.list()).toEqual(shipments.list());
  expect(reopened.list().map(({ status }) => status)).toEqual(["canceled", "delivered"]);
  expect(reopened.make(fields).tracking_id).not.toBe(canceledShipment.tracking_id);
  rmSync(dataDir, { recursive: true });
});

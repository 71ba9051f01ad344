import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, test } from "vitest";
import { type Actor, signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import {
  carrierActions,
  carrierPaths as paths,
  stubCarrier as says,
  fetchShipments,
} from "../../../support/shipping/carrier.ts";
import { createPaidOrder, toReference } from "../../../support/shipping/orders.ts";
import { sandbox } from "../../../support/sandbox.ts";

let admin: Actor;
beforeAll(async () => {
  admin = await signedInAdmin();
});
afterEach(() => sandbox.clearFaults());

const { ship, packagesOf } = carrierActions(() => admin.client);

/** A number that the fake never assigns, so that no tracking run changes the package. */
const foreignNumber = "888800000001";

const shipReply = (documents: unknown) => ({
  transactionId: randomUUID(),
  output: {
    transactionShipments: [
      {
        masterTrackingNumber: foreignNumber,
        pieceResponses: [{ trackingNumber: foreignNumber, packageDocuments: documents }],
      },
    ],
  },
});

test.each([
  ["a link to it", [{ contentType: "LABEL", docType: "PDF", url: "https://example.test/label" }]],
  ["no PDF", [{ contentType: "LABEL", docType: "PNG", encodedLabel: btoa("\x89PNG") }]],
  ["no base64", [{ contentType: "LABEL", docType: "PDF", encodedLabel: "%PDF-1.4" }]],
  ["another document", [{ contentType: "COMMERCIAL_INVOICE", docType: "PDF", encodedLabel: btoa("%PDF-1.4") }]],
  ["nothing", undefined],
])("a shipment stands although its label is %s; the order says that it is lost", async (_, documents) => {
  const { id } = await createPaidOrder();
  const packageId = randomUUID();
  await says(paths.ship, toReference(packageId), 200, shipReply(documents));
  (await ship(id, packageId)).reply();
  expect(await packagesOf(id)).toMatchObject([{ status: "sent", tracking_id: foreignNumber, has_label: false }]);
  expect(await (await admin.client.fetch(`/admin/orders/${id}`)).text()).toContain("Its label was lost");
});

test("a recipient whose number the carrier does not dial is called at the sender's", async () => {
  const { id } = await createPaidOrder();
  const packageId = randomUUID();
  await query(
    "update orders set shipping_data = jsonb_set(shipping_data, '{personal_data,phone}', '\"555 0199\"') where id = $1",
    [id],
  );
  (await ship(id, packageId)).reply();
  const shipCall = (await sandbox.callsTo("fulex")).find(({ body }) =>
    JSON.stringify(body).includes(toReference(packageId)),
  );
  expect(shipCall?.body).toMatchObject({
    requestedShipment: { recipients: [{ contact: { phoneNumber: "15125550100" } }] },
  });
});

test("a token that the carrier does not take any more is replaced; one that it does not give leaves nothing", async () => {
  const { id } = await createPaidOrder();
  const packageId = randomUUID();
  const expired = { errors: [{ code: "NOT.AUTHORIZED.ERROR", message: "Access token expired." }] };
  await says(paths.ship, toReference(packageId), 401, expired);
  (await ship(id, packageId)).reply();
  expect(await fetchShipments(packageId)).toHaveLength(1);
  const otherId = randomUUID();
  await says(paths.ship, toReference(otherId), 401, expired, 2);
  expect((await ship(id, otherId)).status).toBe(503);
  expect(await fetchShipments(otherId)).toEqual([]);
  (await ship(id, otherId)).reply();
  expect(await fetchShipments(otherId)).toHaveLength(1);
});

import { query } from "../database.ts";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { cancelPackage, listOrderPackages, shipOrder } from "../../../worker/contract/v1/admin/shipping.ts";
import type { Client } from "../client.ts";
import { sandbox } from "../sandbox.ts";
import { toReference } from "./orders.ts";

export const carrierPaths = {
  ship: "/ship/v1/shipments",
  cancel: "/ship/v1/shipments/cancel",
  find: "/track/v1/referencenumbers",
  track: "/track/v1/trackingnumbers",
};

const shipmentsSchema = z.array(
  z.looseObject({ tracking_id: z.string(), reference: z.string().nullable(), status: z.string() }),
);

/** The carrier's shipments of a package, by our id; newest first. */
export const fetchShipments = async (id: string) =>
  shipmentsSchema.parse(await (await fetch(`${sandbox.url}/fulex/shipments.json?reference=${toReference(id)}`)).json());

/** Lets the carrier answer requests that contain `text` with a given response. */
export const stubCarrier = (path: string, text: string, value: number, body: unknown, times = 1) =>
  sandbox.addFault({ service: "fulex", path, text, kind: "status", value, body, times });

export const stubCarrierRefusal = (path: string, text: string, code: string, message = "Not while the moon is full.") =>
  stubCarrier(path, text, 400, { transactionId: randomUUID(), errors: [{ code, message }] });

/** Creates another package of the same order, without stored papers; returns its id. */
export async function createPackageWithoutFiles(packageId: string): Promise<string> {
  const id = randomUUID();
  await query(
    `insert into packages (id, order_id, status, tracking_id, parcel, has_label, has_customs_invoice)
     select $2, order_id, status, tracking_id || 'X', parcel, has_label, has_customs_invoice from packages where id = $1`,
    [packageId, id],
  );
  return id;
}

export const carrierActions = (admin: () => Client) => ({
  ship: (order_id: string, id: string) => {
    const packages = [{ id, freight_service: "FEDEX_GROUND", weight_grams: 800 }];
    return admin().call(shipOrder, { params: { order_id }, body: { packages, create: true } });
  },
  cancel: (order_id: string, package_id: string) => admin().call(cancelPackage, { params: { order_id, package_id } }),
  packagesOf: async (order_id: string) =>
    (await admin().call(listOrderPackages, { params: { order_id } })).reply().data,
});

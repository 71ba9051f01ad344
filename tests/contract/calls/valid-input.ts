import { randomUUID } from "node:crypto";
import type { Call } from "../../../worker/contract/endpoint.ts";
import { findRow } from "./index.ts";
import type { Ids } from "./row.ts";

type ValidInput = { params: Record<string, string>; body: unknown };

export const createUnknownIds = (): Required<Ids> => ({
  user_id: randomUUID(),
  org_id: randomUUID(),
  request_id: randomUUID(),
  product_id: randomUUID(),
  order_id: randomUUID(),
  invoice_id: randomUUID(),
  subscription_id: randomUUID(),
  notification_id: randomUUID(),
  cart_no: "C-none",
  payment_method_id: "pm_none",
  serial_number: "NONE-1",
  device_id: randomUUID(),
  package_id: randomUUID(),
  shipping_rate_id: randomUUID(),
  session_id: randomUUID(),
  image_id: randomUUID(),
  note_id: randomUUID(),
  file_id: randomUUID(),
  approval_rule_id: randomUUID(),
  approval_request_id: randomUUID(),
  quote_id: randomUUID(),
});

/** Omitted ids become ids that belong to no row. */
export function buildValidInput(spec: Call, ids: Ids = {}): ValidInput {
  const allIds = { ...createUnknownIds(), ...ids };
  const { valid, id = "product_id" } = findRow(spec);
  if (spec.body && !valid) throw new Error(`say what a valid body of ${spec.verb} is`);
  const fixedParams = {
    client: "crunchbox",
    name: "none",
    object_id: allIds.product_id,
    token: "none",
    file_name: "none",
    kind: "returns",
    version: "none",
    customer_id: "none",
  };
  return { params: { ...allIds, ...fixedParams, id: allIds[id] }, body: valid?.(allIds) };
}

import { randomUUID } from "node:crypto";
import type { Call } from "../../../worker/contract/endpoint.ts";
import { findRow } from "./index.ts";
import type { Ids } from "./row.ts";

type ValidInput = { params: Record<string, string>; body: unknown };

/** Ids of nothing, new ones at every call. */
export const unknownIds = (): Required<Ids> => ({
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

/** An input that every schema of the call accepts; ids that are not given belong to nothing. */
export function validInput(spec: Call, ids: Ids = {}): ValidInput {
  const all = { ...unknownIds(), ...ids };
  const { valid, id = "product_id" } = findRow(spec);
  if (spec.body && !valid) throw new Error(`say what a valid body of ${spec.verb} is`);
  const fixedParams = {
    client: "crunchbox",
    name: "none",
    object_id: all.product_id,
    token: "none",
    file_name: "none",
    kind: "returns",
    version: "none",
    customer_id: "none",
  };
  return { params: { ...all, ...fixedParams, id: all[id] }, body: valid?.(all) };
}

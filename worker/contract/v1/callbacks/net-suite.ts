import * as z from "zod/mini";
import { done, endpoint } from "../../endpoint.ts";
import { opaqueText } from "../../fields.ts";

export const receiveCustomer = endpoint({
  method: "POST",
  path: "/v1/callbacks/net-suite/customers/{customer_id}",
  access: "net-suite-token",
  // Anything is looked at behind the token only: an id that cannot be one is nobody's.
  params: z.object({ customer_id: opaqueText(64, "The customer's internal id in the accounting system") }),
  status: 200,
  reply: done,
  errors: ["ORG_NOT_FOUND", "ORG_NAME_EXISTS", "SYNC_ORGANIZATIONS_NOT_RUNNING"],
  tag: "Callbacks",
  summary: "Takes over a customer that the accounting system has made or changed",
  description:
    "The body is ignored: the customer is read again from the accounting system, and its organization is made or changed. Where it cannot be reached, the customer is kept and read again later.",
});

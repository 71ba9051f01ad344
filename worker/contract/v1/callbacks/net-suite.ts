import * as z from "zod/mini";
import { emptyReply, endpoint } from "../../endpoint.ts";
import { opaqueText } from "../../fields.ts";
import { tasks } from "../../tasks.ts";

export const receiveCustomer = endpoint({
  method: "POST",
  path: "/v1/callbacks/net-suite/customers/{customer_id}",
  access: "net-suite-token",
  // The token is checked first; an impossible id counts as unknown.
  params: z.object({ customer_id: opaqueText(64, "Internal ID of the customer in the accounting system") }),
  status: 200,
  reply: emptyReply,
  errors: ["ORG_NOT_FOUND", "ORG_NAME_EXISTS", tasks.organizations.not_running],
  tag: "Callbacks",
  summary: "Syncs a customer created or changed in the accounting system",
  description:
    "The body is ignored: the customer is read from the accounting system, and its organization is created or updated. If the accounting system is unreachable, the sync is retried later.",
});

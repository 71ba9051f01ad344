import * as z from "zod/mini";
import { endpoint, reply } from "../../endpoint.ts";
import { adminReceivablesShape } from "../../entities/receivables.ts";
import { uuid } from "../../fields.ts";

export const getAllReceivables = endpoint({
  access: "invoices:read",
  method: "GET",
  path: "/v1/admin/receivables",
  status: 200,
  query: z.object({ org_id: z.optional(uuid()) }),
  reply: reply(adminReceivablesShape),
  errors: [],
  tag: "Admin: invoices",
  summary: "Read what organizations owe on account",
  description: "Open invoices of orders on account, by days after their due day in the shop's time zone.",
});

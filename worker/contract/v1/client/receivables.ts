import { endpoint, reply } from "../../endpoint.ts";
import { ownReceivablesShape } from "../../entities/receivables.ts";

export const getReceivables = endpoint({
  access: "see_billing",
  method: "GET",
  path: "/v1/client/receivables",
  status: 200,
  reply: reply(ownReceivablesShape),
  errors: [],
  tag: "Invoices",
  summary: "Read what the organization owes on account",
  description: "Open invoices of orders on account, by days after their due day in the shop's time zone.",
});

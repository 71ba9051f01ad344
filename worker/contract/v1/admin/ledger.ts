import * as z from "zod/mini";
import { ledgerKinds } from "../../../../db/enums.ts";
import { endpoint } from "../../endpoint.ts";
import { ledgerEntry, ledgerLines } from "../../entities/ledger.ts";
import { day, describe, freeText, onlyTrue, uuid } from "../../fields.ts";
import { listQuery, moneyListReply } from "../../paging.ts";

export const listLedger = endpoint({
  access: "finance:read",
  tag: "Admin: finance",
  method: "GET",
  path: "/v1/admin/ledger",
  status: 200,
  query: z.object({
    from: day("First day, in the shop's time zone"),
    to: day("Last day, in the shop's time zone"),
    line: z.optional(describe(z.enum(ledgerLines), "Line of the figures")),
    kind: z.optional(describe(z.enum(ledgerKinds), "Kind of the booking")),
    org_id: z.optional(uuid("Invalid Organization Id.")),
    product_id: z.optional(uuid()),
    is_not_by_line: describe(onlyTrue(), "Only what belongs to no line, and its part of each booking"),
    price_level_name: z.optional(freeText(128, "Level of the order's prices, for plans the organization's")),
    state: z.optional(freeText(64, "State of the tax address")),
    ...listQuery(["booked_at"]),
  }),
  reply: moneyListReply(ledgerEntry),
  errors: [],
  summary: "List the bookings of the ledger",
  description:
    "Every movement of money, once. Sums of the finance figures are sums of these rows by day of booking. product_id lists what was charged or refunded for its lines, is_not_by_line what belongs to no line: shipping, refunds by amount and disputes. With either, part is the share of each row, and meta.amount the sum of the shares.",
});

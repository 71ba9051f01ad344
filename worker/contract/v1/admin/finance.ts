import * as z from "zod/mini";
import { endpoint, reply } from "../../endpoint.ts";
import { financePresets, financeShape, financeSteps } from "../../entities/finance.ts";
import { day, describe } from "../../fields.ts";

const dayMs = 86_400_000;
const daysMax = { day: 400, week: 1600, month: 4000 };

type Range = { from?: string | undefined; to?: string | undefined; by?: keyof typeof daysMax | undefined };
const isWhole = ({ from, to }: Range) => (from === undefined) === (to === undefined);
const isBounded = ({ from, to, by }: Range) => {
  if (from === undefined || to === undefined) return true;
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return days >= 1 && days <= daysMax[by ?? "month"];
};

export const getFinance = endpoint({
  access: "finance:read",
  tag: "Admin: finance",
  method: "GET",
  path: "/v1/admin/finance",
  status: 200,
  query: z
    .object({
      preset: z._default(describe(z.enum(financePresets), "Period; from and to override it"), "this_month"),
      from: day("First day, in the shop's time zone; together with to"),
      to: day("Last day, in the shop's time zone"),
      by: z.optional(describe(z.enum(financeSteps), "Length of the periods; by default follows the range")),
    })
    .check(
      z.refine(isWhole, { error: "A range has a first and a last day.", path: ["to"] }),
      z.refine(isBounded, {
        error: "The last day is not before the first; at most 400 days by day, 1,600 by week, 4,000 by month.",
        path: ["to"],
      }),
    ),
  reply: reply(financeShape),
  errors: [],
  summary: "Read the finance figures",
  description:
    "Sums over the ledger by day of booking, in the shop's time zone. GET /v1/admin/ledger lists their rows.",
});

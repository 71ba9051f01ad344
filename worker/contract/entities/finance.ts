import * as z from "zod/mini";
import { describe, uuid } from "../fields.ts";
import { invoiceAges } from "./invoice-ages.ts";

export const financePresets = [
  "this_month",
  "last_month",
  "this_quarter",
  "last_quarter",
  "this_year",
  "last_year",
] as const;
export const financeSteps = ["day", "week", "month"] as const;

const cents = (description: string) => describe(z.number(), `${description}, US cents`);
const count = (description: string) => describe(z.int(), description);
const firstDay = () => describe(z.string(), "First day");
const lastDay = () => describe(z.string(), "Last day");

const sums = {
  gross: cents("Charged, tax and shipping included"),
  refunds: cents("Negative: refunded, less what came back of failed refunds"),
  disputes: cents("Negative: withdrawn for disputes, less what was reinstated"),
  net: cents("Gross, refunds and disputes together"),
};

export const financeShape = {
  time_zone: describe(z.string(), "IANA time zone of the days"),
  from: firstDay(),
  to: lastDay(),
  by: describe(z.enum(financeSteps), "Length of the periods"),
  totals: describe(z.object(sums), "Sums over the ledger by day of booking, US cents"),
  before: describe(z.object({ from: firstDay(), to: lastDay(), ...sums }), "The same period before"),
  periods: describe(
    z.array(
      z.object({
        from: firstDay(),
        to: lastDay(),
        is_running: describe(z.boolean(), "Whether it has not ended yet"),
        ...sums,
        net_before: cents("Net of the days that correspond in the period before"),
      }),
    ),
    "Days, weeks from Monday, or months, without gaps",
  ),
  organizations: describe(
    z.array(z.object({ id: uuid(), name: z.string(), ...sums })),
    "The 20 with the most gross; totals less these are of the others",
  ),
  products: describe(
    z.array(z.object({ id: uuid(), name: z.string(), ...sums })),
    "The 50 with the most gross, by order lines with their tax, and plans",
  ),
  other_products: describe(z.object(sums), "Of all other products"),
  not_by_line: describe(
    z.object(sums),
    "Shipping, refunds by amount, disputes; with products and other products the totals",
  ),
  price_levels: describe(
    z.array(z.object({ name: describe(z.nullable(z.string()), "Null: not recorded"), ...sums })),
    "By the level of the order's prices, for plans the organization's; they sum to the totals",
  ),
  states: describe(
    z.array(
      z.object({
        name: describe(z.nullable(z.string()), "Null: no state in the tax address"),
        ...sums,
        tax: cents("Tax charged, less what refunds took back; disputes take none"),
      }),
    ),
    "By the state of the tax address; they sum to the totals",
  ),
  outstanding: describe(
    z.array(
      z.object({
        age: describe(z.enum(invoiceAges), "Days since the invoice's date; current: not one yet"),
        count: count("Invoices"),
        amount: cents("What is left to pay"),
      }),
    ),
    "Unpaid invoices by age, today",
  ),
  recurring: describe(
    z.object({
      subscriptions: count("Active and past due subscriptions"),
      monthly: cents("Monthly recurring revenue without tax"),
      ended: count("Subscriptions that ended in the month of the last day"),
      ended_monthly: cents("Monthly recurring revenue of these"),
      plans: describe(
        z.array(
          z.object({
            product_id: uuid(),
            name: z.string(),
            subscriptions: count("Active and past due subscriptions"),
            monthly: cents("Monthly recurring revenue without tax"),
            ended: count("Subscriptions that ended in the month of the last day"),
            ended_monthly: cents("Monthly recurring revenue of these"),
          }),
        ),
        "By plan, the largest first",
      ),
    }),
    "Monthly recurring revenue and churn. A year counts a twelfth, rounded half up on each sum",
  ),
  renewals: describe(
    z.object({ count: count("Charges"), amount: cents("Their total with tax") }),
    "Every renewal charge of the next 90 days",
  ),
};

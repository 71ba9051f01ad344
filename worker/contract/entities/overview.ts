import * as z from "zod/mini";
import { describe, instant } from "../fields.ts";

const count = (description: string) => describe(z.int(), description);
const cents = (description: string) => describe(z.number(), `${description}, US cents`);
const sum = (description: string, amount = "Total amount") =>
  describe(z.object({ count: count("Count"), amount: cents(amount) }), description);
const waitingSum = (description: string) =>
  describe(z.object({ waiting: count("Waiting for a retry"), given_up: count("Given up") }), description);

const firstDay = () => describe(z.string(), "First day, in the shop's time zone");
const lastDay = () => describe(z.string(), "Last day, in the shop's time zone");

export const weekFigures = {
  orders: count("Orders placed, in any state"),
  gross: cents("Charged in the week, booked in the ledger by day of the shop's time zone"),
  refunds: cents("Negative: refunded in the week, less what came back of failed refunds"),
  disputes: cents("Negative: withdrawn for disputes in the week, less what was reinstated"),
  net: cents("Gross, refunds and disputes together"),
  subscriptions_begun: count("Subscriptions that started in the week, except never-paid ones"),
  subscriptions_ended: count("Subscriptions that ended in the week, except never-paid ones"),
};

/** Each count of waiting records equals the number of rows in a filtered list of the console. */
export const overviewShape = {
  requests: describe(
    z.object({
      waiting: count("Count"),
      oldest_at: describe(z.nullable(instant()), "Time of the longest-waiting one"),
    }),
    "Pending account requests",
  ),
  orders: describe(
    z.object({
      to_ship: count("Paid orders with something left to ship"),
      oldest_at: describe(z.nullable(instant()), "Time of the longest-waiting one"),
    }),
    "Orders that wait for the warehouse",
  ),
  invoices: describe(
    z.object({
      unpaid: sum("Unpaid invoices of live orders and subscriptions", "What is left to pay"),
      declined: sum("Invoices with a declined payment"),
      disputed: sum("Invoices with a disputed payment"),
      refund_failed: sum("Invoices with a failed refund, and what failed to be refunded"),
      needs_review: sum("Invoices whose payment must be reviewed"),
    }),
    "By payment state",
  ),
  refund_approvals: count("Refunds that others asked for and that wait for a second person"),
  renewals: sum("Subscriptions with a renewal charge within 30 days"),
  messages: waitingSum("Unsent emails and text messages"),
  callbacks: waitingSum("Unprocessed payment provider webhooks"),
  tasks_failed: count("Connected tasks whose last run stopped or has failed records"),
  book_differences: count("Open reconciliation discrepancies"),
  weeks: describe(
    z.array(
      z.object({
        from: describe(z.string(), "Its Monday, in the shop's time zone"),
        to: describe(z.string(), "Its Sunday, in the shop's time zone"),
        ...weekFigures,
        before: describe(
          z.object({ from: firstDay(), to: lastDay(), ...weekFigures }),
          "The week twelve weeks earlier",
        ),
      }),
    ),
    "Last twelve weeks, Monday to Sunday, including the current one",
  ),
  last_week_so_far: describe(
    z.object({ from: firstDay(), to: lastDay(), ...weekFigures }),
    "Last week from Monday to the weekday of today, to compare the current week with",
  ),
};

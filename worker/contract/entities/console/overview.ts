import * as z from "zod/mini";
import { described, instant } from "../../fields.ts";

const count = (what: string) => described(z.int(), what);
const cents = (what: string) => described(z.number(), `${what}, US cents`);
const sum = (what: string) =>
  described(z.object({ count: count("How many"), amount: cents("What they come to") }), what);
const waiting = (what: string) =>
  described(
    z.object({ waiting: count("Those that will be tried again"), given_up: count("Those that will not") }),
    what,
  );

export const overviewWeek = z.object({
  from: described(z.string(), "Its Monday, in UTC"),
  to: described(z.string(), "Its Sunday, in UTC"),
  orders: count("Orders placed, whatever became of them"),
  invoices_paid: count("Invoices of the week that are paid"),
  revenue: cents("What the paid invoices of the week come to"),
  subscriptions_begun: count("Subscriptions whose first day is in it, but for those that were never paid"),
  subscriptions_ended: count("Subscriptions that ended in it, but for those that were never paid"),
});

/** The numbers of the console's first page. Each is the count of a list with a filter. */
export const overviewShape = {
  requests: described(
    z.object({
      waiting: count("How many"),
      oldest_at: described(z.nullable(instant()), "When the one that waits longest came"),
    }),
    "Account requests that nobody has answered",
  ),
  invoices: described(
    z.object({
      unpaid: sum("Invoices that nobody has paid, and whose order or subscription was not given up"),
      declined: sum("Invoices whose payment was refused"),
      disputed: sum("Invoices whose payment is disputed"),
      refund_failed: sum("Invoices whose refund failed"),
    }),
    "By what became of their payment",
  ),
  renewals: sum("Subscriptions that renew within 30 days, and are paid again then"),
  messages: waiting("Mails and text messages that are not sent"),
  callbacks: waiting("Callbacks of the payment provider that are not applied"),
  tasks_failed: count("Tasks whose last run stopped, or could not do some of its records"),
  book_differences: count("Differences between the books that nobody has closed"),
  weeks: described(z.array(overviewWeek), "The last twelve weeks from Monday to Sunday, the last one under way"),
};

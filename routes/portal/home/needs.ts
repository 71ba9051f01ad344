import { formatMoney } from "../../../islands/lib/money.ts";
import { countText } from "../../../worker/contract/count-text.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { DeviceBuild } from "../../../worker/domain/software/index.ts";
import type { OpenOffers, WaitingRequests } from "../../../worker/domain/sales/index.ts";
import type { Subscription, UnpaidInvoices } from "../../../worker/domain/payments/index.ts";
import type { LayoutViewer } from "../../../worker/ui/frame/layout-data.ts";
import type { AttentionItem } from "../../../worker/ui/layouts/layouts.tsx";
import { canPayInvoices } from "../../store/buying.ts";
import { dateText } from "../../../worker/ui/date.tsx";
import { daysUntil, inDays } from "./greeting.ts";
import { can } from "../../../worker/contract/people/permissions.ts";

const renewalDays = 14;

export const seeLink = (count: number, href: string): AttentionItem["link"] => [
  count === 1 ? "See it" : "See them",
  href,
];
export const formatCount = countText;

type InvoiceGroup = UnpaidInvoices["declined"];

/**
 * A single invoice links to its payment, or to its page for viewers who may not pay; several invoices link to their
 * list.
 */
const payLink = (
  { only_id: id }: InvoiceGroup,
  viewer: LayoutViewer,
  query: Record<string, string>,
): AttentionItem["link"] => [
  canPayInvoices(viewer) ? "Pay" : "See",
  id !== null && canPayInvoices(viewer)
    ? hrefOf(pages.payInvoices, {}, { id })
    : id !== null
      ? hrefOf(pages.invoice, { invoice_id: id })
      : hrefOf(pages.invoices, {}, query),
];

function dueText({ count, overdue }: UnpaidInvoices["due"]): string {
  if (count === 1) return overdue === 1 ? "1 invoice overdue" : "1 invoice unpaid";
  return `${formatCount(count)} invoices unpaid${overdue > 0 ? `, ${formatCount(overdue)} overdue` : ""}`;
}

/** A single payment links to its order or plan, whose page has the button that leads to the bank. */
function confirmLink({ only_of: of }: UnpaidInvoices["to_confirm"], viewer: LayoutViewer): AttentionItem["link"] {
  const label = canPayInvoices(viewer) ? "Confirm" : "See";
  if (of?.type === "order") return [label, hrefOf(pages.order, { order_id: of.id })];
  if (of) return [label, hrefOf(pages.subscription, { subscription_id: of.id })];
  return ["See them", hrefOf(pages.invoices, {}, { payment_status: "pending" })];
}

export function invoiceNeeds(
  { declined, due, to_confirm, under_way }: UnpaidInvoices,
  viewer: LayoutViewer,
  zone: string,
): AttentionItem[] {
  if (!can(viewer, "see_billing")) return [];
  const needs: AttentionItem[] = [];
  if (declined.count > 0)
    needs.push({
      what: declined.count === 1 ? "1 payment declined" : `${formatCount(declined.count)} payments declined`,
      number: formatMoney(declined.amount),
      link: payLink(declined, viewer, { payment_status: "declined" }),
      is_urgent: true,
    });
  if (due.count > 0)
    needs.push({
      what: dueText(due),
      number: formatMoney(due.amount),
      link: payLink(due, viewer, { is_unpaid: "true" }),
      ...(due.overdue > 0 && { is_urgent: true }),
    });
  if (to_confirm.count > 0)
    needs.push({
      what: to_confirm.count === 1 ? "1 payment to confirm" : `${formatCount(to_confirm.count)} payments to confirm`,
      number: formatMoney(to_confirm.amount),
      link: confirmLink(to_confirm, viewer),
    });
  if (under_way.count > 0 && under_way.since !== null)
    needs.push({
      what: `On its way from your bank, usually by ${dateText(workingDaysAfter(under_way.since, debitDays), zone)}`,
      number: formatMoney(under_way.amount),
      link: [
        "See it",
        under_way.only_id === null
          ? hrefOf(pages.invoices, {}, { payment_status: "pending" })
          : hrefOf(pages.invoice, { invoice_id: under_way.only_id }),
      ],
    });
  return needs;
}

export function approvalNeeds({ count, oldest: [first] }: WaitingRequests): AttentionItem[] {
  if (!first) return [];
  if (count > 1)
    return [
      {
        what: "Orders waiting for your approval",
        number: formatCount(count),
        link: ["See them", waitingApprovalsHref],
      },
    ];
  return [
    {
      what: `${first.asked_by} asks for your approval`,
      number: formatMoney(first.total),
      link: ["Decide", hrefOf(pages.approvalRequest, { request_id: first.id })],
    },
  ];
}

export function quoteNeeds({ count, id, total }: OpenOffers, viewer: LayoutViewer): AttentionItem[] {
  if (!can(viewer, "buy") || id === null || total === null) return [];
  if (count > 1) {
    const link = ["See them", hrefOf(pages.quotes, {}, { status: "sent" })] as const;
    return [{ what: "Quotes waiting for your answer", number: formatCount(count), link }];
  }
  const link = ["See it", hrefOf(pages.quote, { quote_id: id })] as const;
  return [{ what: "A quote is waiting for your answer", number: formatMoney(total), link }];
}

export const waitingApprovalsHref = hrefOf(pages.approvals, {}, { for_me: "true" });

/** Working days that a bank debit takes (https://docs.stripe.com/payments/ach-direct-debit). */
const debitDays = 4;
const dayMs = 86_400_000;

function workingDaysAfter(at: string, days: number): string {
  let day = Date.parse(at);
  for (let left = days; left > 0;) {
    day += dayMs;
    const weekday = new Date(day).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return new Date(day).toISOString();
}

export const updateNeeds = (count: number): AttentionItem[] =>
  count === 0
    ? []
    : [
        {
          what: count === 1 ? "A device has an update" : "Devices have an update",
          number: formatCount(count),
          link: [count === 1 ? "Update it" : "Update them", pages.deviceUpdates],
        },
      ];

/** Only versions that the organization has not downloaded. */
export function buildNeeds(builds: readonly DeviceBuild[]): AttentionItem[] {
  const [first, ...others] = builds.filter(({ is_new }) => is_new);
  if (!first) return [];
  if (others.length > 0) {
    const what = "New versions for your devices";
    return [{ what, number: formatCount(others.length + 1), link: ["See them", pages.downloads] }];
  }
  return [
    {
      what: `${first.title} ${first.version} is out`,
      number: forDevicesText(first.devices),
      link: ["See it", hrefOf(pages.softwareVersions, { name: first.name })],
    },
  ];
}

export const unreadNeeds = (count: number): AttentionItem[] =>
  count === 0
    ? []
    : [
        {
          what: count === 1 ? "Unread notification" : "Unread notifications",
          number: formatCount(count),
          link: ["Read", pages.notifications],
        },
      ];

export const forDevicesText = (count: number): string =>
  count === 1 ? "for 1 device" : `for ${formatCount(count)} devices`;

export function subscriptionNeeds(due: readonly Subscription[], now: number): AttentionItem[] {
  const withStatus = (wanted: string) => due.filter(({ status }) => status === wanted);
  const livePlans = due.filter(({ status }) => status !== "past_due" && status !== "unpaid");
  const endingPlans = livePlans.filter(({ cancel_at }) => cancel_at !== null);
  const renewingPlans = livePlans.filter(
    ({ next_charge: next }) => next !== null && daysUntil(next.at, now) <= renewalDays,
  );
  return [
    ...lateNeeds("past_due", "past due", withStatus("past_due").length),
    ...lateNeeds("unpaid", "unpaid", withStatus("unpaid").length),
    ...groupNeeds(endingPlans, now, {
      one: ({ product }) => `${product.name} ends`,
      many: "Subscriptions end within 30 days",
    }),
    ...groupNeeds(renewingPlans, now, {
      one: describeNextPayment,
      many: `Subscriptions renew within ${renewalDays} days`,
    }),
  ];
}

/** The sum includes tax and has the price of the term that begins with the charge. */
function describeNextPayment({ product, status, next_charge, scheduled_switch: scheduled }: Subscription): string {
  const sum = formatMoney(next_charge?.amount ?? product.amount);
  if (scheduled) return `${product.name} becomes ${scheduled.interval === "month" ? "monthly" : "yearly"} for ${sum}`;
  return status === "trialing" ? `${product.name}: first payment of ${sum}` : `${product.name} renews for ${sum}`;
}

function lateNeeds(status: string, words: string, count: number): AttentionItem[] {
  if (count === 0) return [];
  return [
    {
      what: count === 1 ? `A subscription is ${words}` : `Subscriptions are ${words}`,
      number: formatCount(count),
      link: seeLink(count, hrefOf(pages.subscriptions, {}, { status })),
    },
  ];
}

type Labels = { one: (plan: Subscription) => string; many: string };

function groupNeeds([first, ...others]: Subscription[], now: number, { one, many }: Labels): AttentionItem[] {
  if (!first) return [];
  const at = first.cancel_at ?? first.current_period_end ?? first.created_at;
  if (others.length === 0)
    return [
      {
        what: one(first),
        number: inDays(at, now),
        link: ["See it", hrefOf(pages.subscription, { subscription_id: first.id })],
      },
    ];
  const count = others.length + 1;
  return [
    {
      what: many,
      number: formatCount(count),
      link: seeLink(count, hrefOf(pages.subscriptions, {}, { sort: "current_period_end" })),
    },
  ];
}

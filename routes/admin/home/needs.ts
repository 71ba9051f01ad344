import { formatMoney } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import type { StaffViewer } from "../../../worker/http/viewer.ts";
import type { Overview } from "../../../worker/domain/search/index.ts";
import type { AttentionItem } from "../../../worker/ui/layouts/layouts.tsx";
import { formatCount, seeLink } from "../../portal/home/needs.ts";
import { ageText } from "../../../worker/ui/date.tsx";

/**
 * Only what the viewer may read, and refunds that the viewer may approve. Customers and orders come first, then money,
 * then failures.
 */
export const overviewNeeds = (overview: Overview, now: number, viewer: StaffViewer): AttentionItem[] => [
  ...(can(viewer, "requests:read") ? requestNeeds(overview, now) : []),
  ...(can(viewer, "orders:read") ? orderNeeds(overview, now, viewer) : []),
  ...(can(viewer, "invoices:read") ? invoiceNeeds(overview) : []),
  ...(can(viewer, "refunds:act") ? approvalNeeds(overview) : []),
  ...failureNeeds(overview, viewer),
];

function requestNeeds({ requests: { waiting, oldest_at } }: Overview, now: number): AttentionItem[] {
  if (waiting === 0 || oldest_at === null) return [];
  const age = ageText(oldest_at, now);
  return [
    {
      what:
        waiting === 1
          ? `An account request has been waiting for ${age}`
          : `Account requests are waiting, the oldest for ${age}`,
      number: formatCount(waiting),
      link: [waiting === 1 ? "Answer it" : "Answer them", pages.requests],
    },
  ];
}

function orderNeeds({ orders: { to_ship, oldest_at } }: Overview, now: number, viewer: StaffViewer): AttentionItem[] {
  if (to_ship === 0 || oldest_at === null) return [];
  const age = ageText(oldest_at, now);
  const href = hrefOf(pages.adminOrders, {}, { status: "processing", sort: "created_at" });
  return [
    {
      what:
        to_ship === 1
          ? `An order is to be shipped, placed ${age} ago`
          : `Orders are to be shipped, the oldest placed ${age} ago`,
      number: formatCount(to_ship),
      link: can(viewer, "orders:act") ? [to_ship === 1 ? "Ship it" : "Ship them", href] : seeLink(to_ship, href),
    },
  ];
}

const approvalNeeds = ({ refund_approvals }: Overview): AttentionItem[] =>
  refund_approvals === 0
    ? []
    : [
        {
          what: refund_approvals === 1 ? "A refund needs a second person" : "Refunds need a second person",
          number: formatCount(refund_approvals),
          link: seeLink(refund_approvals, hrefOf(pages.refundApprovals, {}, { state: "waiting", is_own: "false" })),
        },
      ];

const invoiceLabels = {
  declined: ["invoice was declined", "invoices were declined"],
  disputed: ["invoice is disputed", "invoices are disputed"],
  refund_failed: ["refund did not go through", "refunds did not go through"],
  needs_review: ["payment needs your review", "payments need your review"],
} as const;

const invoiceFilter = (need: keyof typeof invoiceLabels): Record<string, string> =>
  need === "needs_review" ? { needs_review: "true" } : { payment_status: need };

const invoiceNeeds = ({ invoices }: Overview): AttentionItem[] =>
  (["needs_review", "disputed", "declined", "refund_failed"] as const).flatMap((need) => {
    const { count, amount } = invoices[need];
    const [one, many] = invoiceLabels[need];
    if (count === 0) return [];
    return [
      {
        what: `${formatCount(count)} ${count === 1 ? one : many}`,
        number: formatMoney(amount),
        link: seeLink(count, hrefOf(pages.adminInvoices, {}, invoiceFilter(need))),
      },
    ];
  });

function failureNeeds(overview: Overview, viewer: StaffViewer): AttentionItem[] {
  const { messages, callbacks, tasks_failed, book_differences } = overview;
  const discrepancyNeeds = countNeed(
    ["Reconciliation found discrepancies", "Reconciliation found discrepancies"],
    book_differences,
    hrefOf(pages.discrepancies, {}, { is_open: "true" }),
  );
  const discrepancies = can(viewer, "reconciliation:read") ? discrepancyNeeds : [];
  if (!can(viewer, "integrations:read")) return discrepancies;
  return [
    ...countNeed(
      ["A message could not be sent", "Messages could not be sent"],
      messages.given_up,
      hrefOf(pages.outbox, {}, givenUpFilter),
    ),
    ...countNeed(
      ["A webhook failed", "Webhooks failed"],
      callbacks.given_up,
      hrefOf(pages.webhooks, {}, givenUpFilter),
    ),
    ...countNeed(
      ["A task stopped or has failed records", "Tasks stopped or have failed records"],
      tasks_failed,
      hrefOf(pages.integrations, {}, { tasks: "failed" }),
    ),
    ...discrepancies,
  ];
}

const givenUpFilter = { state: "given-up" };

const countNeed = ([one, many]: readonly [string, string], count: number, href: string): AttentionItem[] =>
  count === 0 ? [] : [{ what: count === 1 ? one : many, number: formatCount(count), link: seeLink(count, href) }];

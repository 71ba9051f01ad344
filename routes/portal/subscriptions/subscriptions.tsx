import * as z from "zod/mini";
import { subscriptionStatuses } from "../../../db/enums.ts";
import { formatMoney, termText } from "../../../islands/lib/money.ts";
import { briefMethodName } from "../../../worker/contract/buying/payment-method-name.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/client/subscriptions.ts";
import { listSubscriptions, type Subscription } from "../../../worker/domain/payments/index.ts";
import { statusFilter } from "../../../worker/ui/lists/columns.tsx";
import { DateText } from "../../../worker/ui/date.tsx";
import { SubscriptionStatusBadge, subscriptionStatusText } from "../../../worker/ui/parts/status-badges.tsx";
import { NextText } from "../../../worker/ui/parts/subscription-next.tsx";
import { settingsLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";

const { sort } = contract.listSubscriptions.query.shape;

/** By default the next charge comes first. */
const query = z.extend(contract.listSubscriptions.query, {
  sort: z._default(sort.def.innerType, "current_period_end"),
});

/** Without search and status filter, ended plans are hidden, because they have a view of their own. */
const isUnfiltered = ({ search, status }: z.output<typeof query>): boolean =>
  search === undefined && status === undefined;

export const subscriptions = listRoutes({
  access: "session",
  layout: settingsLayout,
  section: "Subscriptions",
  query,
  load: (ctx, given) =>
    listSubscriptions(ctx, { ...given, is_ended: given.is_ended ?? (isUnfiltered(given) ? false : undefined) }),
  list: {
    title: "Subscriptions",
    noun: ["subscription", "subscriptions"],
    path: pages.subscriptions,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.subscription, { subscription_id: id }),
    columns: [
      { label: "Subscription", cell: ({ product }) => product.name, csv: ({ product }) => product.name },
      {
        label: "Term ends",
        is_csv_only: true,
        cell: () => null,
        csv: ({ current_period_end }) => current_period_end,
      },
      {
        label: "Next charge",
        cell: (plan) => <NextCharge plan={plan} />,
        csv: ({ next_charge }) => next_charge?.at ?? null,
        sort: "current_period_end",
      },
      {
        label: "Started",
        cell: ({ start_at }) => <DateText at={start_at} />,
        csv: ({ start_at }) => start_at,
        on_phones: "hidden",
      },
      {
        label: "Status",
        cell: (plan) => <SubscriptionStatusBadge plan={plan} />,
        csv: ({ status }) => subscriptionStatusText(status),
        sort: "status",
      },
      {
        label: "Amount",
        cell: ({ product, next_charge, scheduled_switch }) => (
          <>
            {formatMoney(next_charge?.amount ?? product.amount)}{" "}
            <small>{termText(scheduled_switch ? { ...scheduled_switch, interval_count: 1 } : product)}</small>
          </>
        ),
        csv: ({ product, next_charge }) => (next_charge?.amount ?? product.amount) / 100,
        is_number: true,
      },
      {
        label: "Payment method",
        is_csv_only: true,
        cell: () => null,
        csv: ({ payment_method: method }) => (method ? briefMethodName(method) : null),
      },
    ],
    usual_view: "Current",
    views: [{ label: "Ended", query: { is_ended: "true" } }],
    labels: {
      search: "Name",
      without: ["is_ended"],
      filters: {
        status: statusFilter(subscriptionStatuses, subscriptionStatusText),
      },
    },
    empty: {
      drawing: "papers",
      text: "Your organization has no subscription yet. Plans that it buys appear here, with their payments.",
      action: { label: "See software and plans", href: hrefOf(pages.products, {}, { type: "software" }) },
    },
    has_csv: true,
  },
});

/** A plan without charges shows its next event instead. */
function NextCharge({ plan }: { plan: Subscription }) {
  const { next_charge: next, payment_method: method } = plan;
  if (!next) return <NextText plan={plan} />;
  return (
    <>
      <DateText at={next.at} />
      {method && <small> with {briefMethodName(method)}</small>}
    </>
  );
}

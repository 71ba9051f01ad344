import { subscriptionStatuses } from "../../../db/enums.ts";
import { formatMoney, termText } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/client/subscriptions.ts";
import { listSubscriptions } from "../../../worker/domain/payments/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { SubscriptionStatusBadge, subscriptionStatusText } from "../../../worker/ui/parts/status-badges.tsx";
import { NextText } from "../../../worker/ui/parts/subscription-next.tsx";
import { appLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";

export const subscriptions = listRoutes({
  access: "session",
  layout: appLayout,
  section: "Subscriptions",
  query: contract.listSubscriptions.query,
  load: listSubscriptions,
  list: {
    title: "Subscriptions",
    noun: ["subscription", "subscriptions"],
    path: pages.subscriptions,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.subscription, { subscription_id: id }),
    columns: [
      { label: "Subscription", cell: ({ product }) => product.name, csv: ({ product }) => product.name },
      {
        label: "What happens next",
        cell: (plan) => <NextText plan={plan} />,
        csv: ({ current_period_end }) => current_period_end,
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
        label: "Price",
        cell: ({ product }) => (
          <>
            {formatMoney(product.amount)} <small>{termText(product)}</small>
          </>
        ),
        csv: ({ product }) => product.amount / 100,
        is_number: true,
      },
    ],
    views: [
      { label: "Active", query: { status: "active" } },
      { label: "Past due", query: { status: "past_due" } },
    ],
    labels: {
      search: "Name",
      filters: {
        status: {
          any: "Every status",
          values: Object.fromEntries(subscriptionStatuses.map((each) => [each, subscriptionStatusText(each)])),
        },
      },
    },
    empty: {
      drawing: "papers",
      text: "Your organization has no subscription yet. The plans that it buys will stand here, with their payments.",
      action: { label: "See software and plans", href: hrefOf(pages.products, {}, { type: "software" }) },
    },
    has_csv: true,
  },
});

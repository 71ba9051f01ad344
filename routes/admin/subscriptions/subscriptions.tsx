import { subscriptionStatuses } from "../../../db/enums.ts";
import { formatMoney, termText } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import * as contract from "../../../worker/contract/v1/admin/subscriptions.ts";
import { findOrganizationOption } from "../../../worker/domain/organizations/index.ts";
import { listAdminSubscriptions, listPlans } from "../../../worker/domain/payments/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { organizationColumn, statusFilter } from "../../../worker/ui/lists/columns.tsx";
import { SubscriptionStatusBadge, subscriptionStatusText } from "../../../worker/ui/parts/status-badges.tsx";
import { NextText } from "../../../worker/ui/parts/subscription-next.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";

export const subscriptions = listRoutes({
  access: "subscriptions:read",
  layout: consoleLayout,
  section: "Subscriptions",
  query: contract.listAdminSubscriptions.query,
  load: listAdminSubscriptions,
  async choices(ctx, { org_id }) {
    const [organization, plans] = await Promise.all([findOrganizationOption(ctx, org_id), listPlans(ctx)]);
    return { ...organization, product_id: plans.map(({ id, name }) => [id, name] as const) };
  },
  head: (viewer) => ({
    action: can(viewer, "subscriptions:act") && (
      <a className="button" href={pages.giveSubscription}>
        Grant a subscription
      </a>
    ),
  }),
  list: {
    title: "Subscriptions",
    noun: ["subscription", "subscriptions"],
    path: pages.adminSubscriptions,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.adminSubscription, { subscription_id: id }),
    columns: [
      { label: "Plan", cell: ({ product }) => product.name, csv: ({ product }) => product.name },
      { ...organizationColumn, on_phones: "note" },
      {
        label: "What happens next",
        cell: (plan) => <NextText plan={plan} />,
        csv: ({ current_period_end }) => current_period_end,
        sort: "current_period_end",
        on_phones: "hidden",
      },
      {
        label: "Began",
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
        cell: ({ product, stripe_id }) =>
          stripe_id === null ? (
            "Granted"
          ) : (
            <>
              {formatMoney(product.amount)} <small>{termText(product)}</small>
            </>
          ),
        csv: ({ product, stripe_id }) => (stripe_id === null ? 0 : product.amount / 100),
        is_number: true,
      },
    ],
    views: [
      { label: "Past due", query: { status: "past_due" } },
      { label: "Renew in 30 days", query: { ahead: "renewal-30" } },
      { label: "End in 30 days", query: { ahead: "end-30" } },
    ],
    labels: {
      search: "Organization or plan",
      // only links set these filters, the filter form does not
      without: ["org_id", "begun_from", "begun_to", "ended_from", "ended_to"],
      filters: {
        org_id: { label: "Organization" },
        product_id: { label: "Plan", any: "Every plan" },
        status: statusFilter(subscriptionStatuses, subscriptionStatusText),
        is_paid: { any: "Paid or granted", values: { true: "Paid", false: "Granted" } },
        ahead: {
          label: "Next",
          any: "Anything",
          values: {
            "renewal-7": "Renews in 7 days",
            "renewal-30": "Renews in 30 days",
            "renewal-90": "Renews in 90 days",
            "end-30": "Ends in 30 days",
          },
        },
      },
    },
    empty: {
      drawing: "papers",
      text: "No subscriptions yet. Bought and granted plans will be listed here.",
      action: { label: "Grant a subscription", href: pages.giveSubscription },
    },
    has_csv: true,
    has_keys: true,
  },
});

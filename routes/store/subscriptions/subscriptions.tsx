import { formatMoney, termText } from "../../../islands/lib/money.ts";
import { pageHref } from "../../../worker/contract/page-query.ts";
import * as contract from "../../../worker/contract/v1/client/subscriptions.ts";
import { listSubscriptions, type Subscription } from "../../../worker/domain/subscriptions/index.ts";
import { page } from "../../../worker/http/page.ts";
import { appLayout } from "../../layouts.tsx";
import { Paging } from "../../../worker/ui/paging.tsx";
import { SubscriptionStatusBadge } from "../../../worker/ui/status-badges.tsx";
import { NextText } from "../../../worker/ui/subscription-next.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";

export const subscriptions = page({
  path: pages.subscriptions,
  access: "session",
  layout: appLayout,
  section: "Subscriptions",
  query: contract.listSubscriptions.query,
  page_size: 20,
  load: ({ ctx, query }) => listSubscriptions(ctx, query),
  head: () => ({ title: "Subscriptions · CrunchBox", no_store: true }),
  view: ({ data: plans, meta }, { query }) => (
    <>
      <div className="title">
        <h1>Subscriptions</h1>
        <p>{meta.count === 1 ? "1 subscription" : `${meta.count.toLocaleString("en-US")} subscriptions`}</p>
      </div>
      {plans.length === 0 ? <NoSubscriptions is_past_end={meta.count > 0} /> : <SubscriptionTable plans={plans} />}
      <Paging
        meta={meta}
        what="subscriptions"
        href={(number) => pageHref(pages.subscriptions, contract.listSubscriptions.query, query, { page: number })}
      />
    </>
  ),
});

function SubscriptionTable({ plans }: { plans: Subscription[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Subscription</th>
          <th scope="col">What happens next</th>
          <th scope="col">Status</th>
          <th scope="col" className="number">
            Price
          </th>
        </tr>
      </thead>
      <tbody>
        {plans.map((plan) => (
          <tr key={plan.id}>
            <td>
              <a href={hrefOf(pages.subscription, { subscription_id: plan.id })}>{plan.product.name}</a>
            </td>
            <td>
              <NextText plan={plan} />
            </td>
            <td>
              <SubscriptionStatusBadge plan={plan} />
            </td>
            <td className="number">
              {formatMoney(plan.product.amount)} <small>{termText(plan.product)}</small>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NoSubscriptions({ is_past_end }: { is_past_end: boolean }) {
  return (
    <div className="empty">
      <p>
        {is_past_end
          ? "There are fewer pages than that."
          : "Your organization has no subscription yet. The plans that it buys will stand here, with their payments."}
      </p>
      <a
        className="button quiet"
        href={is_past_end ? pages.subscriptions : hrefOf(pages.products, {}, { type: "software" })}
      >
        {is_past_end ? "First page" : "See software and plans"}
      </a>
    </div>
  );
}

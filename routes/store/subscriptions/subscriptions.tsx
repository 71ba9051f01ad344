import { formatMoney, termText } from "../../../islands/lib/money.ts";
import { listSubscriptions, type Subscription } from "../../../worker/domain/subscriptions/index.ts";
import { page } from "../../../worker/http/page.ts";
import { type Frame, loadFrame } from "../frame.ts";
import { AppLayout } from "../../../worker/ui/app-layout.tsx";
import { Paging } from "../../../worker/ui/paging.tsx";
import { SubscriptionStatusBadge } from "../../../worker/ui/status-badges.tsx";
import { NextText } from "../../../worker/ui/subscription-next.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";

type SubscriptionsData = {
  frame: Frame;
  plans: Subscription[];
  meta: { limit: number; offset: number; count: number };
};

const limit = 20;

const readPageNumber = (query: URLSearchParams): number =>
  Math.min(Math.max(Number.parseInt(query.get("page") ?? "1", 10) || 1, 1), 50_000);

export const subscriptions = page<SubscriptionsData>({
  path: pages.subscriptions,
  access: "session",
  async load(input) {
    const offset = (readPageNumber(input.query) - 1) * limit;
    const [frame, found] = await Promise.all([
      loadFrame(input),
      listSubscriptions(input.ctx, { limit, offset, sort: "-created_at" }),
    ]);
    return { frame, plans: found.data, meta: found.meta };
  },
  head: () => ({ title: "Subscriptions · CrunchBox", no_store: true }),
  view: ({ frame, plans, meta }) => (
    <AppLayout frame={frame} area="Subscriptions">
      <div className="title">
        <h1>Subscriptions</h1>
        <p>{meta.count === 1 ? "1 subscription" : `${meta.count.toLocaleString("en-US")} subscriptions`}</p>
      </div>
      {plans.length === 0 ? <NoSubscriptions is_past_end={meta.count > 0} /> : <SubscriptionTable plans={plans} />}
      <Paging meta={meta} what="subscriptions" href={(number) => hrefOf(pages.subscriptions, {}, { page: number })} />
    </AppLayout>
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

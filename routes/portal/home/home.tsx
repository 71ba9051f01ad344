import { pages } from "../../../worker/contract/pages.ts";
import { listFleetProducts } from "../../../worker/domain/devices/index.ts";
import { listOrders } from "../../../worker/domain/orders/index.ts";
import { listDueSubscriptions } from "../../../worker/domain/subscriptions/index.ts";
import { page } from "../../../worker/http/page.ts";
import { Dashboard } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { appLayout } from "../../layouts.tsx";
import { Fleet, LastOrders } from "./cards.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { greeting } from "./greeting.ts";
import { subscriptionNeeds } from "./needs.ts";

const lastOrders = { limit: 5, offset: 0, sort: "-created_at" } as const;

export const portalHome = page({
  path: pages.portal,
  access: "session",
  layout: appLayout,
  section: "Account",
  async load({ ctx }) {
    const [due, fleet, orders] = await Promise.all([
      listDueSubscriptions(ctx),
      listFleetProducts(ctx),
      listOrders(ctx, lastOrders),
    ]);
    return { due, fleet, orders: orders.data };
  },
  head: () => ({ title: "Account · CrunchBox", no_store: true }),
  view({ due, fleet, orders }, { viewer, ctx }) {
    const now = ctx.started_at;
    const isNew = fleet.length === 0 && orders.length === 0;
    return (
      <>
        <PageHeader
          title={`${greeting(now, ctx.time_zone())}, ${viewer.first_name}`}
          subtitle={viewer.organization.name}
        />
        <Dashboard needs={subscriptionNeeds(due, now)}>
          {isNew ? <FirstSteps viewer={viewer} /> : <Fleet products={fleet} viewer={viewer} />}
          {orders.length > 0 && <LastOrders orders={orders} />}
        </Dashboard>
      </>
    );
  },
});

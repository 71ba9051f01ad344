import { pages } from "../../../worker/contract/pages.ts";
import { countDeviceUpdates, sumUpdates, listDeviceProducts } from "../../../worker/domain/devices/index.ts";
import { listDeviceBuilds } from "../../../worker/domain/software/index.ts";
import { listDueSubscriptions, sumUnpaidInvoices } from "../../../worker/domain/payments/index.ts";
import { listOrders } from "../../../worker/domain/fulfilment/index.ts";
import { listHelpers } from "../../../worker/domain/people/index.ts";
import { readOpenOffers, readWaitingRequests } from "../../../worker/domain/sales/index.ts";
import { page } from "../../../worker/http/page.ts";
import { Dashboard } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { appLayout } from "../../layouts.tsx";
import { Approvals, Fleet, LastOrders, News } from "./cards.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { greeting } from "./greeting.ts";
import {
  approvalNeeds,
  buildNeeds,
  invoiceNeeds,
  quoteNeeds,
  subscriptionNeeds,
  unreadNeeds,
  updateNeeds,
} from "./needs.ts";

const lastOrdersQuery = { limit: 5, offset: 0, sort: "-created_at" } as const;

export const portalHome = page({
  path: pages.portal,
  access: "session",
  layout: appLayout,
  section: "Home",
  async load({ ctx }) {
    const [unpaid, due, builds, fleet, orders, updates, waiting, offers, helpers] = await Promise.all([
      sumUnpaidInvoices(ctx),
      listDueSubscriptions(ctx),
      listDeviceBuilds(ctx),
      listDeviceProducts(ctx),
      listOrders(ctx, lastOrdersQuery),
      countDeviceUpdates(ctx),
      readWaitingRequests(ctx),
      readOpenOffers(ctx),
      listHelpers(ctx, "manage_devices"),
    ]);
    return { unpaid, due, builds, fleet, updates, waiting, offers, orders: orders.data, helpers };
  },
  head: () => ({ title: "Home · CrunchBox", no_store: true }),
  view({ unpaid, due, builds, fleet, updates, waiting, offers, orders, helpers }, { viewer, layout, ctx }) {
    const now = ctx.started_at;
    const needs = [
      ...approvalNeeds(waiting),
      ...invoiceNeeds(unpaid, viewer, ctx.time_zone()),
      ...quoteNeeds(offers, viewer),
      ...subscriptionNeeds(due, now),
      ...unreadNeeds(layout.unread_count),
      ...(updates.length > 0 ? updateNeeds(sumUpdates(updates)) : buildNeeds(builds)),
    ];
    const isNew = fleet.length === 0 && orders.length === 0;
    return (
      <>
        <div className="contours" />
        <PageHeader
          title={`${greeting(now, ctx.time_zone())}, ${viewer.first_name}`}
          subtitle={viewer.organization.name}
        />
        <Dashboard needs={needs} columns={isNew ? 1 : 2}>
          {waiting.count > 1 && <Approvals waiting={waiting} />}
          {isNew ? (
            <FirstSteps viewer={viewer} helpers={helpers} />
          ) : (
            <Fleet products={fleet} updates={updates} viewer={viewer} helpers={helpers} />
          )}
          {orders.length > 0 && <LastOrders orders={orders} viewer={viewer} is_alone={builds.length === 0} />}
          {builds.length > 0 && <News builds={builds} is_alone={orders.length === 0} />}
        </Dashboard>
      </>
    );
  },
});

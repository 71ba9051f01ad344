import type { ReactNode } from "react";
import * as z from "zod/mini";
import { methodName } from "../../../worker/contract/buying/payment-method-name.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { listHref } from "../../../worker/contract/page-query.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import { listRefundApprovals as listRefundApprovalsCall } from "../../../worker/contract/v1/admin/refund-approvals.ts";
import { listObjectAudit } from "../../../worker/domain/platform/index.ts";
import {
  listAdminBilledInvoices,
  listRefundApprovals,
  readOrderCustomer,
} from "../../../worker/domain/payments/index.ts";
import {
  findSenderCountry,
  getAdminOrder,
  getOrderPrices,
  hasCarrier,
  listOrderPackages,
  listPackedProducts,
  readOrderPayment,
  readOrderProgress,
} from "../../../worker/domain/fulfilment/index.ts";
import { readNoteBoard } from "../../../worker/domain/people/index.ts";
import type { LoadInput } from "../../../worker/http/page-spec.ts";
import type { StaffViewer } from "../../../worker/http/viewer.ts";
import { page } from "../../../worker/http/page.ts";
import { ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Notes, findNoteInput } from "../../../worker/ui/parts/notes.tsx";
import { OrderStatusBadge, PaymentStatusBadge } from "../../../worker/ui/parts/status-badges.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { todayIn } from "../invoices/today.ts";
import { Customer } from "./customer.tsx";
import { Destination, Shipping } from "./delivery.tsx";
import { FailedRefunds } from "./failed-refunds.tsx";
import { Lines } from "./lines.tsx";
import { OrderActions, OrderSummary } from "./order-header.tsx";
import { Packages } from "./packages.tsx";
import { WaitingRefunds } from "./refund-approvals.tsx";
import { CancelOrderSection, isPaidOutside, paidAmount, Payment } from "./payment.tsx";
import { isUnfinished, parseShipChoice, ShipForm } from "./ship-form.tsx";
import { ConsoleTimeline } from "./timeline.tsx";

const params = z.object({ order_id: uuid() });
const waitingQuery = listRefundApprovalsCall.query.parse({ state: "waiting" });
/** Older entries are only in the audit log, not in the timeline. */
const actsMax = 100;

async function load({ ctx, params: { order_id } }: LoadInput<"orders:read", typeof params>) {
  const [order, packages, products, prices, progress, [invoice], payment, notes, acts, approvals, customer] =
    await Promise.all([
      getAdminOrder(ctx, order_id),
      listOrderPackages(ctx, order_id),
      listPackedProducts(ctx, order_id),
      getOrderPrices(ctx, order_id),
      readOrderProgress(ctx, order_id),
      listAdminBilledInvoices(ctx, { type: "order", id: order_id }),
      readOrderPayment(ctx, order_id),
      readNoteBoard(ctx, "order", order_id),
      listObjectAudit(ctx, { subject_type: "order", subject_id: order_id, limit: actsMax }),
      listRefundApprovals(ctx, { ...waitingQuery, order_id }),
      readOrderCustomer(ctx, order_id),
    ]);
  const waiting = approvals.data;
  return {
    order,
    packages: packages.data,
    products,
    prices,
    stages: progress.status_at,
    freight_service: progress.freight_service,
    invoice,
    payment,
    notes,
    acts,
    waiting,
    customer,
  };
}

const orderPageSpec = {
  access: "orders:read",
  layout: consoleLayout,
  section: "Orders",
  params,
  load,
  head: ({ order }: OrderPageData) => ({ title: `Order ${order.order_number} · Console · CrunchBox`, no_store: true }),
} as const;
type OrderPageData = Awaited<ReturnType<typeof load>>;

export const orderPage = page({
  ...orderPageSpec,
  path: pages.adminOrder,
  view: (pageData, { ctx, url, flash, viewer }) => (
    <OrderPage
      {...pageData}
      list={listHref(pages.adminOrders, url)}
      note={findNoteInput(flash?.typed)}
      today={todayIn(ctx)}
      sender_country={findSenderCountry(ctx)}
      viewer={viewer}
    >
      <ShipForm
        order={pageData.order}
        service={pageData.freight_service}
        products={pageData.products}
        packages={pageData.packages}
        choice={parseShipChoice(url, hasCarrier(ctx), findNoteInput(flash?.typed) ? undefined : flash?.typed)}
        sender_country={findSenderCountry(ctx)}
        can_edit_products={can(viewer, "products:act")}
        typed={findNoteInput(flash?.typed) ? undefined : flash?.typed}
      />
    </OrderPage>
  ),
});

/** Shows the order's page with one more package in the form, and retains all input. */
export const morePackagesPage = page({
  ...orderPageSpec,
  path: pages.morePackages,
  method: "POST",
  form_bytes_max: 65_536,
  view: (pageData, { ctx, url, typed, viewer }) => {
    const values: Record<string, string[]> = {};
    for (const name of typed.keys()) values[name] = typed.getAll(name);
    const input = { values, errors: {} };
    return (
      <OrderPage
        {...pageData}
        list={pages.adminOrders}
        note={undefined}
        today={todayIn(ctx)}
        sender_country={findSenderCountry(ctx)}
        viewer={viewer}
      >
        <ShipForm
          order={pageData.order}
          service={pageData.freight_service}
          products={pageData.products}
          packages={pageData.packages}
          choice={parseShipChoice(url, hasCarrier(ctx), input)}
          sender_country={findSenderCountry(ctx)}
          can_edit_products={can(viewer, "products:act")}
          typed={input}
        />
      </OrderPage>
    );
  },
});

type OrderPageProps = OrderPageData & {
  list: string;
  note: Parameters<typeof Notes>[0]["typed"];
  today: string;
  sender_country: string | undefined;
  viewer: StaffViewer;
  children: ReactNode;
};

function OrderPage({
  list,
  note,
  today,
  sender_country,
  viewer,
  children,
  waiting,
  customer,
  prices,
  notes,
  ...facts
}: OrderPageProps) {
  const { order, packages, payment, invoice } = facts;
  const method = payment?.method ? methodName(payment.method) : undefined;
  const canRefund = can(viewer, "refunds:read");
  return (
    <>
      <PageHeader
        trail={[["Orders", list]]}
        title={`Order ${order.order_number}`}
        badges={
          <>
            <OrderStatusBadge status={order.status} />
            <PaymentStatusBadge status={order.payment_status} />
          </>
        }
        subtitle={<OrderSummary order={order} payment={payment} />}
        action={
          <OrderActions
            order={order}
            can_refund={canRefund && paidAmount(invoice) > 0}
            can_ship={can(viewer, "shipping:act")}
            has_slip={can(viewer, "shipping:read")}
          />
        }
      />
      <ObjectLayout
        aside={
          <div className="asides">
            <Customer order={order} customer={customer} />
            <Destination order={order} viewer={viewer} />
            <Notes
              board={notes}
              viewer_id={viewer.user_id}
              today={today}
              action={hrefOf(pages.addOrderNote, { order_id: order.id })}
              typed={note}
              is_listed_elsewhere
            />
            <ConsoleTimeline {...facts} notes={notes.notes} viewer_id={viewer.user_id} method={method} />
          </div>
        }
      >
        {canRefund && <WaitingRefunds waiting={waiting} viewer={viewer} />}
        {payment && (
          <FailedRefunds
            order_id={order.id}
            failed={payment.failed_refunds}
            can_refund={canRefund}
            can_settle={can(viewer, "refunds:act")}
            today={payment.today}
          />
        )}
        <Lines order={order} prices={prices} />
        {payment && (
          <Payment order={order} payment={payment} invoice={invoice} can_refund={canRefund} viewer={viewer} />
        )}
        <Packages order={order} packages={packages} sender_country={sender_country} viewer={viewer} />
        <Shipping order={order} has_unfinished={packages.some(isUnfinished)} viewer={viewer}>
          {children}
        </Shipping>
        <CancelOrderSection
          order={order}
          paid={paidAmount(invoice)}
          method={method}
          is_outside={isPaidOutside(payment)}
          viewer={viewer}
        />
      </ObjectLayout>
    </>
  );
}

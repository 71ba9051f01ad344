// The file is long because no other page shares its sections.
import type { ReactNode } from "react";
import { addressLines } from "../../../islands/lib/address.ts";
import { formatMoney } from "../../../islands/lib/money.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { Totals } from "../../../worker/ui/parts/totals.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { Thumbnail } from "../../../worker/ui/figures/picture.tsx";
import { getOrder as getOrderCall } from "../../../worker/contract/v1/client/orders.ts";
import { arrivalDays, dayText, deliveryText } from "../../../worker/contract/buying/delivery-text.ts";
import { listHref } from "../../../worker/contract/page-query.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import {
  type BilledInvoice,
  listBilledInvoices,
  canUpdateOrder,
  findRefundFailure,
  findPayment,
  type Payment as FoundPayment,
} from "../../../worker/domain/payments/index.ts";
import {
  getOrder,
  listOrderDevices,
  listSentPackages,
  type Order,
  type OrderDevice,
  type OrderHistory,
  type OrderLine,
  readOrderHistory,
} from "../../../worker/domain/fulfilment/index.ts";
import { listHelpers } from "../../../worker/domain/people/index.ts";
import { findSeller, type Seller } from "../../../worker/domain/platform/index.ts";
import { page } from "../../../worker/http/page.ts";
import type { LayoutData } from "../../../worker/ui/frame/layout-data.ts";
import { appLayout } from "../../layouts.tsx";
import { ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { findMainAction } from "./main-action.tsx";
import { PartyLines } from "./party-lines.tsx";
import { linePieces } from "./line-pieces.ts";
import { OrderNotices } from "./order-notices.tsx";
import { OrderReference, buildOrderReferenceForm } from "./order-reference.tsx";
import { OrderSteps } from "./order-steps.tsx";
import { OrderTimeline } from "./order-timeline.tsx";
import { Packages } from "./package-events.tsx";
import { Parcel, Tracking } from "./parcel.tsx";
import { InvoiceLink, paidMethodName, SumOfMovements } from "./payment-history.tsx";
import { PrintButton } from "../../../worker/ui/parts/script-buttons.tsx";
import { Serials } from "./serials.tsx";
import { OrderStateBadge } from "../../../worker/ui/parts/status-badges.tsx";
import { can } from "../../../worker/contract/people/permissions.ts";

const orderDetailPage = page({
  path: pages.order,
  access: "session",
  layout: appLayout,
  section: "Orders",
  params: getOrderCall.params,
  async load({ ctx, params: { order_id } }) {
    // an order has exactly one invoice, created with it
    const [order, history, [invoice], payment, can_change, packages, devices, seller, failure, helpers] =
      await Promise.all([
        getOrder(ctx, order_id),
        readOrderHistory(ctx, order_id),
        listBilledInvoices(ctx, { type: "order", id: order_id }),
        findPayment(ctx, { order_id }),
        canUpdateOrder(ctx, order_id),
        listSentPackages(ctx, order_id),
        listOrderDevices(ctx, order_id),
        findSeller(ctx),
        findRefundFailure(ctx, order_id),
        listHelpers(ctx, "see_billing"),
      ]);
    return { order, history, invoice, payment, can_change, packages, devices, seller, failure, helpers };
  },
  head: ({ order }) => ({ title: `Order ${order.order_number} · CrunchBox`, no_store: true }),
  view: (
    { order, history, invoice, payment, can_change, packages, devices, seller, failure, helpers },
    { layout, url, flash },
  ) => (
    <>
      {seller && <SellerOnPaper seller={seller} />}
      <PageHeader
        trail={[["Orders", listHref(pages.orders, url)]]}
        title={`Order ${order.order_number}`}
        badges={<OrderStateBadge order={order} />}
        subtitle={<Summary order={order} history={history} method={paidMethodName(invoice, payment)} />}
        action={
          <>
            <PrintButton />
            {can(layout.viewer, "buy") && (
              <a className="button quiet" href={hrefOf(pages.orderAgain, { order_id: order.id })}>
                Order again
              </a>
            )}
            <MainAction action={findMainAction({ order, invoice, payment, layout })} />
          </>
        }
      />
      <OrderSteps order={order} status_at={history.status_at} paid_at={paidAt(invoice)} />
      <OrderNotices
        layout={layout}
        order={order}
        invoice={invoice}
        payment={payment}
        failure={failure}
        helpers={helpers}
      />
      <ObjectLayout
        aside={
          <div className="asides">
            <OrderTotals order={order}>
              {invoice && <PaymentSummary layout={layout} invoice={invoice} payment={payment} />}
            </OrderTotals>
            <OrderTimeline
              order={order}
              history={history}
              invoice={invoice}
              method={paidMethodName(invoice, payment)}
            />
          </div>
        }
      >
        {packages.length > 0 ? (
          <Packages order_id={order.id} packages={packages} />
        ) : (
          <Parcels order={order} invoice={invoice} />
        )}
        <Lines lines={order.lines} devices={devices} />
        <Details order={order} bill_to={can(layout.viewer, "see_billing") ? invoice?.bill_to : undefined}>
          {can_change && can(layout.viewer, "buy") && <OrderReference order={order} typed={flash?.typed} />}
        </Details>
      </ObjectLayout>
    </>
  ),
});

export const orderPage = [orderDetailPage, buildOrderReferenceForm(orderDetailPage)];

const paidAt = (invoice: BilledInvoice | undefined): string | undefined =>
  invoice?.movements.find(({ kind }) => kind === "charge" || kind === "paid_out_of_band")?.at;

/** The header names the promised date until the arrival, a cancellation or a declined payment. */
const isAwaited = ({ status, payment_status }: Pick<Order, "status" | "payment_status">) =>
  status !== "received" && status !== "canceled" && payment_status !== "declined";

const MainAction = ({ action }: { action: ReturnType<typeof findMainAction> }) =>
  action ? (
    <a className="button" href={action.href}>
      {action.label}
    </a>
  ) : null;

const SellerOnPaper = ({ seller: { name, lines, email } }: { seller: Seller }) => (
  <address className="on-paper">
    <b>{name}</b>
    {[...lines, email].map((line) => (
      <span key={line}>{line}</span>
    ))}
  </address>
);

type SummaryProps = { order: Order; history: OrderHistory; method: string | undefined };

function Summary({ order: { shipping_data, ...order }, history: { placed_by }, method }: SummaryProps) {
  const { packages } = shipping_data;
  const facts = [
    order.po_number && `PO ${order.po_number}`,
    formatMoney(order.total) + (method && order.payment_status === "paid" ? ` with ${method}` : ""),
    packages.length > 0 && packagesText(packages),
    isAwaited(order) && deliveryText(order, { days_min: null, days_max: null }),
  ];
  return (
    <>
      Placed on <DateText at={order.created_at} />
      {placed_by && ` by ${placed_by.first_name} ${placed_by.last_name}`}
      {facts.filter(Boolean).map((fact) => (
        <span key={String(fact)}>
          {" · "}
          <span className="whole">{fact}</span>
        </span>
      ))}
    </>
  );
}

/** "2 packages, 1 under way". */
function packagesText(packages: Order["shipping_data"]["packages"]): string {
  const count = packages.length === 1 ? "1 package" : `${packages.length} packages`;
  const underWayCount = packages.filter(({ delivered_at }) => !delivered_at).length;
  return underWayCount === 0 || underWayCount === packages.length ? count : `${count}, ${underWayCount} under way`;
}

type PaymentProps = { layout: LayoutData; invoice: BilledInvoice; payment: FoundPayment | undefined };

/** The timeline shows each payment. Only buyers and managers see the invoice. */
function PaymentSummary({ layout: { viewer }, invoice, payment }: PaymentProps) {
  const method = paidMethodName(invoice, payment);
  const canSeeInvoice = can(viewer, "see_billing");
  if (!method && !canSeeInvoice && invoice.movements.length > 0) return null;
  return (
    <div className="card-head">
      {canSeeInvoice && <InvoiceLink invoice={invoice} />}
      {method && <p className="small">{method}</p>}
      <SumOfMovements invoice={invoice} />
    </div>
  );
}

function Lines({ lines, devices }: { lines: OrderLine[]; devices: readonly OrderDevice[] }) {
  return (
    <section>
      <h2>Products</h2>
      <ul className="cart-lines">
        {lines.map((line) => (
          <li key={line.id} className="cart-line">
            <Thumbnail src={line.main_image} size={64} />
            <div className="line-product">
              <a href={hrefOf(pages.product, { product_id: line.product_id })}>{line.name}</a>
              <span className="small">
                {line.quantity} × {formatMoney(line.price)}
              </span>
              {linePieces(line) && <span className="small">{linePieces(line)}</span>}
              <Serials serials={line.serial_number} devices={devices} />
            </div>
            <b className="line-total">{formatMoney(line.price * line.quantity)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

function OrderTotals({ order: { total, total_details: details }, children }: { order: Order; children: ReactNode }) {
  const rows = [
    ["Subtotal", total - details.shipping - details.tax],
    ["Shipping", details.shipping],
    ["Tax", details.tax],
  ] as const;
  return (
    <Totals rows={rows} total={["Total", total]}>
      {children}
    </Totals>
  );
}

/** "Arrives 8 to 10 Dec" or "Ships by 4 Dec"; null if checkout promised nothing. */
function promisedText(order: Order): string | null {
  const arrival = arrivalDays(order);
  if (arrival) return `Arrives ${arrival}`;
  return order.ships_by && `Ships by ${dayText(order.ships_by)}`;
}

type ParcelsProps = { order: Order; invoice: BilledInvoice | undefined };

/**
 * Packages from the order's shipping data, for orders without recorded packages. The shipping data of old orders has no
 * tracking number; their invoice has it.
 */
function Parcels({ order, invoice }: ParcelsProps) {
  const { packages } = order.shipping_data;
  const facts = packages.map((parcel, index): [string, ReactNode] => [
    packages.length > 1 ? `Package ${index + 1}` : "Package",
    <Parcel key={parcel.tracking_id} {...parcel} is_copied />,
  ]);
  if (facts.length === 0 && invoice?.tracking_number)
    facts.push([
      "Package",
      <Tracking key="invoice" id={invoice.tracking_number} href={invoice.tracking_url} is_copied />,
    ]);
  if (facts.length === 0) return null;
  return (
    <section id="packages" className="card package">
      <h2>{facts.length === 1 ? "Package" : "Packages"}</h2>
      <Facts facts={facts} />
    </section>
  );
}

type DetailsProps = { order: Order; bill_to: BilledInvoice["bill_to"] | undefined; children: ReactNode };

function Details({ order, bill_to, children }: DetailsProps) {
  const { shipping_data: data, po_number, note, terms_version } = order;
  const { personal_data: person, address, method } = data;
  const billToLines = bill_to && [
    bill_to.name,
    ...(bill_to.address ? addressLines(bill_to.address) : []),
    bill_to.email,
  ];
  const parties = [
    ["Ship to", address && addressLines(address)],
    ["Bill to", billToLines],
    ["Ordered by", [`${person.first_name} ${person.last_name}`, person.email, person.phone]],
  ] as const;
  const facts: [string, ReactNode][] = [
    ["PO number", po_number],
    ["Note", note],
    ["Sent by", method],
    ["Delivery", promisedText(order)],
  ];
  if (terms_version !== null) {
    const href = hrefOf(pages.legalText, { kind: "terms" }, { version: terms_version });
    facts.push([
      "Terms of sale",
      <a key="terms" href={href}>
        Version {terms_version}
      </a>,
    ]);
  }
  const filledFacts = facts.filter(([, value]) => value);
  return (
    <section>
      <h2>Details</h2>
      <div className="card order-details">
        <PartyLines parties={parties} />
        {filledFacts.length > 0 && <Facts facts={filledFacts} />}
        {children}
      </div>
    </section>
  );
}

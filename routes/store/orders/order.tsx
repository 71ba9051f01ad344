import type { ReactNode } from "react";
import { addressLines } from "../../../islands/lib/address.ts";
import { formatMoney } from "../../../islands/lib/money.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { Facts } from "../../../worker/ui/facts.tsx";
import { Picture } from "../../../worker/ui/picture.tsx";
import { isUuid } from "../../../worker/contract/fields.ts";
import { Failure } from "../../../worker/contract/errors.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { Ctx } from "../../../worker/domain/context.ts";
import { type BilledInvoice, listBilledInvoices } from "../../../worker/domain/invoices/index.ts";
import { getOrder, type Order, type OrderLine } from "../../../worker/domain/orders/index.ts";
import { page, showNotFound } from "../../../worker/http/page.ts";
import { canBuy, canPay, type Frame, loadFrame } from "../frame.ts";
import { AppLayout } from "../../../worker/ui/app-layout.tsx";
import { Trail } from "../../../worker/ui/trail.tsx";
import { OrderNotices } from "./order-notices.tsx";
import { InvoiceLink, PaymentHistory } from "./payment-history.tsx";
import { OrderStatusBadge, PaymentStatusBadge } from "../../../worker/ui/status-badges.tsx";

type WholeOrder = Order & { lines: OrderLine[] };
/** An order has one invoice, made with it. */
type OrderData = { frame: Frame; order: WholeOrder; invoice: BilledInvoice | undefined };

/** undefined when there is none; another organization's is refused (O-123). */
async function findOrder(ctx: Ctx, id: string): Promise<WholeOrder | undefined> {
  if (!isUuid(id)) return undefined;
  try {
    return await getOrder(ctx, id);
  } catch (error) {
    if (error instanceof Failure && error.errcode === "ORDER_NOT_FOUND") return undefined;
    throw error;
  }
}

export const order = page<OrderData>({
  path: pages.order,
  access: "session",
  async load(input) {
    const found = await findOrder(input.ctx, input.params.order_id ?? "");
    if (!found) return showNotFound();
    const [frame, [invoice]] = await Promise.all([
      loadFrame(input),
      listBilledInvoices(input.ctx, { type: "order", id: found.id }),
    ]);
    return { frame, order: found, invoice };
  },
  head: ({ order: shown }) => ({ title: `Order ${shown.order_number} · CrunchBox`, no_store: true }),
  view: ({ frame, order: shown, invoice }) => (
    <AppLayout frame={frame} area="Orders">
      <Trail above={[["Orders", pages.orders]]} here={`Order ${shown.order_number}`} />
      <div className="title">
        <h1>Order {shown.order_number}</h1>
        <OrderStatusBadge status={shown.status} />
        <PaymentStatusBadge status={shown.payment_status} />
      </div>
      <p className="subtitle">
        Placed on <DateText at={shown.created_at} />
      </p>
      <OrderNotices frame={frame} order={shown} invoice={invoice} />
      <div className="with-summary">
        <div className="steps">
          <Lines lines={shown.lines} />
          {invoice && <Payment frame={frame} invoice={invoice} />}
          <Shipping order={shown} invoice={invoice} />
        </div>
        <Totals order={shown} />
      </div>
    </AppLayout>
  ),
});

/** The document itself is for buyers and managers only. */
function Payment({ frame: { viewer }, invoice }: { frame: Frame; invoice: BilledInvoice }) {
  return (
    <section>
      <h2>Payment</h2>
      <PaymentHistory invoice={invoice} />
      {canBuy(viewer) && (
        <p className="small">
          <InvoiceLink invoice={invoice} can_pay={canPay(viewer)} />
        </p>
      )}
    </section>
  );
}

function Lines({ lines }: { lines: OrderLine[] }) {
  return (
    <section>
      <h2>Products</h2>
      <ul className="cart-lines">
        {lines.map((line) => (
          <li key={line.id} className="cart-line">
            <Picture src={line.main_image} alt="" />
            <div className="what">
              <a href={hrefOf(pages.product, { product_id: line.product_id })}>{line.name}</a>
              <span className="small">
                {line.quantity} × {formatMoney(line.price)}
              </span>
              {line.serial_number.length > 0 && (
                <span className="small">Serial numbers: {line.serial_number.join(", ")}</span>
              )}
            </div>
            <b className="line-total">{formatMoney(line.price * line.quantity)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Totals({ order: { total, total_details: details } }: { order: Order }) {
  const rows = [
    ["Subtotal", total - details.shipping - details.tax],
    ["Shipping", details.shipping],
    ["Tax", details.tax],
  ] as const;
  return (
    <section className="summary" aria-label="Totals">
      <dl className="totals">
        {rows.map(([name, cents]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatMoney(cents)}</dd>
          </div>
        ))}
        <div className="total">
          <dt>Total</dt>
          <dd>{formatMoney(total)}</dd>
        </div>
      </dl>
    </section>
  );
}

type ShippingProps = { order: Order; invoice: BilledInvoice | undefined };

function Shipping({ order: { shipping_data: data }, invoice }: ShippingProps) {
  const { personal_data: person, address, method, packages } = data;
  const facts: [string, ReactNode][] = [
    ["Ordered by", `${person.first_name} ${person.last_name}`],
    ["Email", person.email],
    ["Phone", person.phone],
    ["Address", address && addressLines(address).join(", ")],
    ["Sent by", method],
    ...packages.map((parcel, index): [string, ReactNode] => [
      packages.length > 1 ? `Parcel ${index + 1}` : "Tracking",
      <Parcel key={parcel.tracking_id} {...parcel} />,
    ]),
  ];
  if (packages.length === 0 && invoice?.tracking_number)
    facts.push(["Tracking", <Tracking key="invoice" id={invoice.tracking_number} href={invoice.tracking_url} />]);
  return (
    <section>
      <h2>{address ? "Shipping" : "Contact"}</h2>
      <Facts facts={facts.filter(([, value]) => value)} />
    </section>
  );
}

function Parcel(parcel: Order["shipping_data"]["packages"][number]) {
  return (
    <>
      {[parcel.freight_carrier, parcel.freight_service].filter(Boolean).join(" ")}{" "}
      <Tracking id={parcel.tracking_id} href={parcel.tracking_link} />
    </>
  );
}

const Tracking = ({ id, href }: { id: string; href: string | null }) =>
  href && /^https?:\/\//.test(href) ? <a href={href}>{id}</a> : id;

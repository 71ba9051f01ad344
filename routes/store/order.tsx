import { addressLines } from "../../islands/lib/address.ts";
import { formatMoney } from "../../islands/lib/money.ts";
import { DateText } from "../../islands/ui/date.tsx";
import { Facts } from "../../islands/ui/facts.tsx";
import { Picture } from "../../islands/ui/picture.tsx";
import { isUuid } from "../../worker/contract/fields.ts";
import { Failure } from "../../worker/contract/errors.ts";
import type { Ctx } from "../../worker/domain/context.ts";
import { type BilledInvoice, listBilledInvoices } from "../../worker/domain/invoices/index.ts";
import { getOrder, type Order, type OrderLine } from "../../worker/domain/orders/index.ts";
import { page, showNotFound } from "../../worker/http/page.ts";
import { canBuy, type Frame, loadFrame } from "./frame.ts";
import { StoreLayout } from "./layout.tsx";
import { OrderNotices } from "./order-notices.tsx";
import { InvoiceLink, PaymentHistory } from "./payment-history.tsx";
import { OrderStatusBadge, PaymentStatusBadge } from "./status-badges.tsx";

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
  path: "/store/orders/:order_id",
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
    <StoreLayout frame={frame} area="Orders">
      <nav className="trail" aria-label="Where you are">
        <a href="/store/orders">Orders</a>
      </nav>
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
          <Shipping order={shown} />
        </div>
        <Totals order={shown} />
      </div>
    </StoreLayout>
  ),
});

/** The document itself is for buyers and managers only (product.md section 6). */
function Payment({ frame: { viewer }, invoice }: { frame: Frame; invoice: BilledInvoice }) {
  return (
    <section>
      <h2>Payment</h2>
      <PaymentHistory invoice={invoice} />
      {canBuy(viewer) && (
        <p className="small">
          <InvoiceLink invoice={invoice} />
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
              <a href={`/store/products/${line.product_id}`}>{line.name}</a>
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

function Shipping({ order: { shipping_data: data } }: { order: Order }) {
  const { personal_data: person, address, method, packages } = data;
  const facts: [string, string | null][] = [
    ["Ordered by", `${person.first_name} ${person.last_name}`],
    ["Email", person.email],
    ["Phone", person.phone],
    ["Address", address && addressLines(address).join(", ")],
    ["Sent by", method],
  ];
  return (
    <section>
      <h2>{address ? "Shipping" : "Contact"}</h2>
      <Facts facts={facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []))} />
      {packages.length > 0 && <Packages packages={packages} />}
    </section>
  );
}

function Packages({ packages }: { packages: Order["shipping_data"]["packages"] }) {
  return (
    <ul className="link-list">
      {packages.map(({ tracking_id, tracking_link, freight_carrier, freight_service }) => (
        <li key={tracking_id}>
          {[freight_carrier, freight_service].filter(Boolean).join(" ")}{" "}
          {tracking_link && /^https?:\/\//.test(tracking_link) ? (
            <a href={tracking_link}>{tracking_id}</a>
          ) : (
            tracking_id
          )}
        </li>
      ))}
    </ul>
  );
}

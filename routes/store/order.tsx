import { addressLines } from "../../islands/lib/address.ts";
import { formatMoney } from "../../islands/lib/money.ts";
import { DateText } from "../../islands/ui/date.tsx";
import { Facts } from "../../islands/ui/facts.tsx";
import { Picture } from "../../islands/ui/picture.tsx";
import { isUuid } from "../../worker/contract/fields.ts";
import { Failure } from "../../worker/contract/errors.ts";
import type { Ctx } from "../../worker/domain/context.ts";
import { getOrder, type Order, type OrderLine } from "../../worker/domain/orders/index.ts";
import { page, showNotFound } from "../../worker/http/page.ts";
import { type Frame, loadFrame } from "./frame.ts";
import { StoreLayout } from "./layout.tsx";
import { OrderStatusBadge, PaymentStatusBadge } from "./status-badges.tsx";

type WholeOrder = Order & { lines: OrderLine[] };
type OrderData = { frame: Frame; order: WholeOrder };

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
    const [frame, found] = await Promise.all([loadFrame(input), findOrder(input.ctx, input.params.order_id ?? "")]);
    return found ? { frame, order: found } : showNotFound();
  },
  head: ({ order: shown }) => ({ title: `Order ${shown.order_number} · CrunchBox`, no_store: true }),
  view: ({ frame, order: shown }) => (
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
      <BankWait order={shown} />
      <div className="with-summary">
        <div className="steps">
          <Lines lines={shown.lines} />
          <Shipping order={shown} />
        </div>
        <Totals order={shown} />
      </div>
    </StoreLayout>
  ),
});

function BankWait({ order: { payment_status, status, stripe_bill_link } }: { order: Order }) {
  if (payment_status !== "pending" || status === "canceled") return null;
  if (stripe_bill_link) {
    return (
      <p className="notice warning">
        This order is not paid yet. <a href={stripe_bill_link}>Pay on our payment provider’s page</a>
      </p>
    );
  }
  return (
    <p className="notice warning">
      The payment has not arrived yet. A bank transfer takes up to 4 business days; nothing ships before.
    </p>
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

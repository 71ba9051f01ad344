import { formatMoney } from "../../islands/lib/money.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import type { BoughtProduct, OpenOrder } from "../../worker/domain/fulfilment/index.ts";
import { DateText } from "../../worker/ui/date.tsx";
import { Thumbnail } from "../../worker/ui/figures/picture.tsx";
import { Price } from "../../worker/ui/parts/price.tsx";
import { OrderStateBadge } from "../../worker/ui/parts/status-badges.tsx";

type RecentPurchasesProps = { orders: OpenOrder[]; products: BoughtProduct[] };

/** In wide windows both lists are side by side. A class says so, because the second list arrives later. */
export function RecentPurchases({ orders, products }: RecentPurchasesProps) {
  if (orders.length + products.length === 0) return null;
  const hasBoth = orders.length > 0 && products.length > 0;
  return (
    <div className={hasBoth ? "own-purchases of-2" : "own-purchases"}>
      {orders.length > 0 && <OpenOrders orders={orders} />}
      {products.length > 0 && <BuyAgainList products={products} />}
    </div>
  );
}

function OpenOrders({ orders }: { orders: OpenOrder[] }) {
  return (
    <section>
      <div className="title">
        <h2>Open orders</h2>
        <a href={pages.orders}>All orders</a>
      </div>
      <ul className="open-orders">
        {orders.map((order) => (
          <li key={order.id}>
            <a href={hrefOf(pages.order, { order_id: order.id })}>{order.order_number}</a>
            <DateText at={order.created_at} />
            <OrderStateBadge order={order} />
            <b>{formatMoney(order.total)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

function BuyAgainList({ products }: { products: BoughtProduct[] }) {
  return (
    <section>
      <div className="title">
        <h2>Buy again</h2>
      </div>
      <ul className="buy-again">
        {products.map((product) => (
          <li key={product.id}>
            <Thumbnail src={product.main_image} size={64} />
            <div>
              <a href={hrefOf(pages.product, { product_id: product.id })}>{product.name}</a>
              <Price {...product} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { formatMoney } from "../../../islands/lib/money.ts";
import { Notice } from "../../../islands/ui/notice.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { getOrder as getOrderCall } from "../../../worker/contract/v1/client/orders.ts";
import {
  findSellableOfOrder,
  type CartProblem,
  findCartProblem,
  type Sellable,
} from "../../../worker/domain/sales/index.ts";
import { getOrder, type OrderLine } from "../../../worker/domain/fulfilment/index.ts";
import { page } from "../../../worker/http/page.ts";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { appLayout } from "../../layouts.tsx";
import { AddingForm } from "../quick-order/adding-form.tsx";
import { obstacleText } from "../quick-order/validate-lines.ts";

type AgainLine = OrderLine & { now: Sellable | undefined; obstacle: CartProblem | undefined };

export const orderAgain = page({
  path: pages.orderAgain,
  access: "buy",
  layout: appLayout,
  section: "Orders",
  params: getOrderCall.params,
  async load({ ctx, params: { order_id } }) {
    const [order, sellable] = await Promise.all([getOrder(ctx, order_id), findSellableOfOrder(ctx, order_id)]);
    const lines = order.lines.map((line): AgainLine => {
      const now = sellable.find(({ id }) => id === line.product_id);
      return { ...line, now, obstacle: findCartProblem(now, line.quantity) };
    });
    return { order, lines };
  },
  head: ({ order }) => ({ title: `Order ${order.order_number} again · CrunchBox`, no_store: true }),
  view: ({ order, lines }) => {
    const good = lines.filter(({ obstacle }) => obstacle === undefined);
    const sum = (price: (line: AgainLine) => number) =>
      good.reduce((total, line) => total + price(line) * line.quantity, 0);
    const [then, now] = [sum(({ price }) => price), sum((line) => line.now?.price ?? 0)];
    return (
      <>
        <PageHeader
          trail={[
            ["Orders", pages.orders],
            [`Order ${order.order_number}`, hrefOf(pages.order, { order_id: order.id })],
          ]}
          title="Order again"
          subtitle="Prices are those of today, before shipping and tax. In the cart you can still change every quantity."
        />
        <Summary lines={lines} good={good.length} then={then} now={now} />
        <Table columns={columns} rows={lines} id={({ id }) => id} />
        <AddingForm
          quantities={Object.fromEntries(good.map(({ product_id, quantity }) => [product_id, quantity]))}
          label={`Add ${good.length === 1 ? "1 product" : `${good.length} products`} to the cart, ${formatMoney(now)}`}
        />
      </>
    );
  },
});

function Summary({ lines, good, then, now }: { lines: AgainLine[]; good: number; then: number; now: number }) {
  if (good === 0) return <Notice tone="danger">None of these products can be added to your cart.</Notice>;
  const left = lines.length - good;
  const missing = left === 0 ? "" : ` ${left === 1 ? "1 product" : `${left} products`} cannot be added.`;
  if (now === then)
    return <Notice tone={left === 0 ? "success" : "warning"}>{`Every price is as it was.${missing}`}</Notice>;
  const changed = `${now > then ? "It costs more" : "It costs less"} than it did: ${formatMoney(now)}, was ${formatMoney(then)}.`;
  return <Notice tone="warning">{changed + missing}</Notice>;
}

const columns: readonly Column<AgainLine>[] = [
  { label: "Product", cell: ({ name }) => name },
  { label: "Quantity", cell: ({ quantity }) => `${quantity.toLocaleString("en-US")} ×`, on_phones: "note" },
  { label: "Then", cell: ({ price }) => formatMoney(price), is_number: true, on_phones: "hidden" },
  {
    label: "Today",
    cell: ({ now }) => (now && now.price !== null ? formatMoney(now.price) : "–"),
    is_number: true,
  },
  { label: "What changed", cell: (line) => <Change line={line} /> },
];

function Change({ line: { price, now, obstacle } }: { line: AgainLine }) {
  if (!now) return <Badge tone="danger">No longer sold</Badge>;
  if (obstacle) return <small className="refused">{obstacleText[obstacle]}</small>;
  const more = (now.price ?? 0) - price;
  if (more === 0) return <Badge tone="neutral">Same price</Badge>;
  return (
    <Badge tone={more > 0 ? "warning" : "success"}>
      {`${formatMoney(Math.abs(more))} ${more > 0 ? "more" : "less"} each`}
    </Badge>
  );
}

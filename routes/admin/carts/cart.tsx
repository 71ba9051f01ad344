import * as z from "zod/mini";
import { formatMoney } from "../../../islands/lib/money.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { type AnyCart, getAnyCart } from "../../../worker/domain/sales/index.ts";
import { page } from "../../../worker/http/page.ts";
import { TimeText } from "../../../worker/ui/date.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { consoleLayout } from "../../layouts.tsx";

type Line = AnyCart["lines"][number];

const priceText = (cents: number | null): string => (cents === null ? "None" : formatMoney(cents));

const columns: Column<Line>[] = [
  { label: "Product", cell: ({ name }) => name },
  { label: "Quantity", cell: ({ quantity }) => `× ${quantity.toLocaleString("en-US")}`, on_phones: "note" },
  { label: "Shown last", cell: ({ seen }) => priceText(seen), is_number: true, on_phones: "hidden" },
  {
    label: "Price now",
    cell: ({ now, is_sold }) => (is_sold ? priceText(now) : "Not sold now"),
    is_number: true,
  },
];

const currentTotal = (lines: readonly Line[]): number =>
  lines.reduce((sum, { quantity, now, is_sold }) => sum + (is_sold ? quantity * (now ?? 0) : 0), 0);

export const cartPage = page({
  path: pages.adminCart,
  access: "orders:read",
  layout: consoleLayout,
  section: "Orders",
  params: z.object({ cart_id: uuid() }),
  load: ({ ctx, params: { cart_id } }) => getAnyCart(ctx, cart_id),
  head: ({ cart_no }) => ({ title: `Cart ${cart_no} · Console · CrunchBox`, no_store: true }),
  view: (cart) => {
    const { cart_no, person, organization, lines, updated_at } = cart;
    return (
      <>
        <PageHeader
          trail={[["Orders", pages.adminOrders]]}
          title={`Cart ${cart_no}`}
          badges={<CartBadge cart={cart} />}
          subtitle={
            <>
              Of <a href={hrefOf(pages.adminPerson, { user_id: person.id })}>{person.name}</a> of{" "}
              <a href={hrefOf(pages.organization, { org_id: organization.id })}>{organization.name}</a>, last changed on{" "}
              <TimeText at={updated_at} />
            </>
          }
        />
        {lines.length === 0 ? (
          <EmptyState drawing="cart">This cart is empty.</EmptyState>
        ) : (
          <section>
            <h2>Items</h2>
            <Table
              rows={lines}
              id={({ product_id }) => product_id}
              href={({ product_id }) => hrefOf(pages.adminProduct, { product_id })}
              columns={columns}
            />
          </section>
        )}
        <section>
          <h2>Facts</h2>
          <Facts
            facts={[
              ["Worth now", formatMoney(currentTotal(lines))] as const,
              ["Price level", cart.price_level_name] as const,
              ["PO number", cart.po_number] as const,
              ["The buyer’s note", cart.note] as const,
            ].filter(([, value]) => value)}
          />
        </section>
      </>
    );
  },
});

function CartBadge({ cart: { is_complete, is_being_paid } }: { cart: AnyCart }) {
  if (is_complete) return <Badge tone="success">Bought</Badge>;
  return is_being_paid ? <Badge tone="warning">Being paid</Badge> : <Badge tone="info">Open</Badge>;
}

import type { LayoutData } from "../../../worker/ui/frame/layout-data.ts";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { pages } from "../../../worker/contract/pages.ts";

export function CannotBuy({ layout: { viewer } }: { layout: LayoutData }) {
  return (
    <EmptyState drawing="cart" action={{ label: "See products", href: pages.products }}>
      Only buyers and managers of {viewer?.organization.name} can order. Ask one of them to buy for you, or to give you
      the role of a buyer.
    </EmptyState>
  );
}

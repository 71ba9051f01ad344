import type { LayoutData } from "../../../worker/ui/frame/layout-data.ts";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { type RoleHelper, RoleWish } from "../../../worker/ui/parts/role-wish.tsx";
import { pages } from "../../../worker/contract/pages.ts";

type CannotBuyProps = { layout: LayoutData; helpers: readonly RoleHelper[] };

export function CannotBuyNotice({ layout: { viewer }, helpers }: CannotBuyProps) {
  return (
    <>
      <EmptyState drawing="cart" action={{ label: "See products", href: pages.products }}>
        With your role you see products and prices, but cannot order.
      </EmptyState>
      {viewer && (
        <div className="notice info">
          <RoleWish viewer={viewer} permission="buy" helpers={helpers} />
        </div>
      )}
    </>
  );
}

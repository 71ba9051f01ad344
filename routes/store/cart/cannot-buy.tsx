import type { LayoutData } from "../../../worker/ui/frame/layout-data.ts";
import { pages } from "../../../worker/contract/pages.ts";

/** Why a signed-in person has no cart, and who has one. */
export function CannotBuy({ layout: { viewer } }: { layout: LayoutData }) {
  return (
    <div className="empty">
      <p>
        Only buyers and managers of {viewer?.organization.name} can order. Ask one of them to buy for you, or to give
        you the role of a buyer.
      </p>
      <a className="button quiet" href={pages.products}>
        See products
      </a>
    </div>
  );
}

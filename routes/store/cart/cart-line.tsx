import { formatMoney } from "../../../islands/lib/money.ts";
import QuantityStepper from "../../../islands/store/quantity-stepper.tsx";
import { Thumbnail } from "../../../worker/ui/figures/picture.tsx";
import { Island } from "../../../worker/ui/island.tsx";
import { Price } from "../../../worker/ui/parts/price.tsx";
import type { Charge } from "../../../worker/domain/payments/index.ts";
import type { CartProduct } from "../../../worker/domain/sales/index.ts";
import { countText } from "../../../worker/contract/count-text.ts";
import { dayText } from "../../../worker/contract/buying/delivery-text.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { signInToBuy } from "../buying.ts";
import { cartFormId } from "./cart-form-id.ts";

type LineProps = {
  line: CartProduct;
  typed: number | undefined;
  is_locked: boolean;
  /** True for a line of a quote, which fixes the quantity. */
  is_quoted: boolean;
  /** Set if the line is already paid. */
  paid_by: Charge | undefined;
  /** ISO day; null if nothing ships, or the day is unknown. */
  ships_by: string | null;
};

export function CartLine({ line, typed, is_locked, is_quoted, paid_by, ships_by }: LineProps) {
  const { id, name, price, quantity, sku, availability } = line;
  const facts = [sku && `SKU ${sku}`, availability].filter(Boolean).join(" · ");
  return (
    <li className="cart-line" data-product={id} data-price={price ?? undefined}>
      <Thumbnail src={line.main_image} alt={line.image_texts[line.main_image ?? ""] ?? ""} size={64} />
      <div className="line-product">
        <a href={hrefOf(pages.product, { product_id: id })}>{name}</a>
        <Price price={price} subscription_term={line.subscription_term} />
        {facts && <small>{facts}</small>}
        {paid_by && (
          <small>
            Paid
            {paid_by.kind === "order" && (
              <>
                , <a href={hrefOf(pages.order, { order_id: paid_by.id })}>order {paid_by.name}</a>
              </>
            )}
          </small>
        )}
        {ships_by && !paid_by && <small>Ready to ship by {dayText(ships_by)}</small>}
        {price === null && (
          <small className="problem">It has no price for your organization. Remove it to check out.</small>
        )}
      </div>
      <div className="how-many">
        {line.subscription_term || is_quoted ? (
          <span className="small">{line.subscription_term ? "1 plan" : `× ${countText(quantity)}`}</span>
        ) : (
          <Island
            name="store/quantity-stepper"
            of={QuantityStepper}
            props={{
              product_id: id,
              name,
              quantity,
              typed: is_locked ? null : (typed ?? null),
              form: cartFormId,
              sign_in_href: signInToBuy(pages.cart),
              is_locked,
            }}
          />
        )}
        {!is_locked && (
          <form method="post" action={pages.removeFromCart}>
            <input type="hidden" name="product_id" value={id} />
            <input type="hidden" name="name" value={name} />
            <button className="link-button" aria-label={`Remove ${name}`}>
              Remove
            </button>
          </form>
        )}
      </div>
      <b className="line-total">{price === null ? "—" : formatMoney(price * quantity)}</b>
    </li>
  );
}

import { formatMoney } from "../../../islands/lib/money.ts";
import { Picture } from "../../../worker/ui/figures/picture.tsx";
import { Price } from "../../../worker/ui/parts/price.tsx";
import type { CartProduct } from "../../../worker/domain/carts/index.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";

/** One product of the cart; plain forms change its quantity and remove it. */
export function CartLine({ line }: { line: CartProduct }) {
  return (
    <li className="cart-line">
      <Picture src={line.main_image} alt="" />
      <div className="line-product">
        <a href={hrefOf(pages.product, { product_id: line.id })}>{line.name}</a>
        <Price price={line.price} subscription_term={line.subscription_term} />
        {line.price === null && (
          <small className="problem">It has no price for your organization. Remove it to check out.</small>
        )}
      </div>
      <div className="how-many">
        {line.subscription_term ? <span className="small">1 plan</span> : <Quantity line={line} />}
        <form method="post" action={pages.removeFromCart}>
          <input type="hidden" name="product_id" value={line.id} />
          <button className="link-button" aria-label={`Remove ${line.name}`}>
            Remove
          </button>
        </form>
      </div>
      <b className="line-total">{line.price === null ? "—" : formatMoney(line.price * line.quantity)}</b>
    </li>
  );
}

function Quantity({ line }: { line: CartProduct }) {
  return (
    <form className="quantity-form" method="post" action={pages.setCartQuantity}>
      <input type="hidden" name="product_id" value={line.id} />
      <input
        type="number"
        name="quantity"
        min="1"
        max="10000"
        step="1"
        required
        inputMode="numeric"
        defaultValue={line.quantity}
        aria-label={`Quantity of ${line.name}`}
      />
      <button className="button quiet" aria-label={`Update quantity of ${line.name}`}>
        Update
      </button>
    </form>
  );
}

export {
  addCartLines,
  findSellableOfOrder,
  findSellableBySku,
  type Obstacle,
  obstacleOf,
  type Sellable,
} from "./add-lines.ts";
export { type Cart } from "./cart-rows.ts";
export { type AnyCart, getAnyCart } from "./read-any-cart.ts";
export { emptyOldCarts } from "./empty-old-carts.ts";
export {
  addCartProduct,
  beforeChange,
  emptyCart,
  holdsSubscription,
  removeCartProduct,
  setCartProduct,
  setCartQuantities,
} from "./change-cart.ts";
export {
  type CartProduct,
  findCart,
  findCartSummary,
  getCart,
  getCartByNo,
  listCartProducts,
  openCart,
} from "./read-cart.ts";
export { listShippingRates, refreshShipping, shippingNow } from "./shipping-rates.ts";
export { updateCart } from "./update-cart.ts";

export { type Cart } from "./cart-rows.ts";
export {
  addCartProduct,
  beforeChange,
  emptyCart,
  holdsSubscription,
  removeCartProduct,
  setCartProduct,
} from "./change-cart.ts";
export { type CartProduct, findCart, getCart, getCartByNo, listCartProducts, openCart } from "./read-cart.ts";
export { fitsCountry, listShippingRates } from "./shipping-rates.ts";
export { updateCart } from "./update-cart.ts";

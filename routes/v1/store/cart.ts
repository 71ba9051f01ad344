import * as contract from "../../../worker/contract/v1/store/cart.ts";
import * as carts from "../../../worker/domain/carts/index.ts";
import { calculateCartTax } from "../../../worker/domain/checkout/index.ts";
import { serveAll, withPreload } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  getCart: withPreload(carts.openCart, async (ctx, _input, _c, found) => found ?? carts.getCart(ctx)),
  updateCart: (ctx, { body }) => carts.updateCart(ctx, body),
  emptyCart: (ctx) => carts.emptyCart(ctx),
  calculateCartTax: (ctx) => calculateCartTax(ctx),
  listCartProducts: (ctx) => carts.listCartProducts(ctx),
  listShippingRates: (ctx, { query }) => carts.listShippingRates(ctx, query.country),
  addCartProduct: withPreload(carts.beforeChange, (ctx, { params, body }, _c, before) =>
    carts.addCartProduct(ctx, { ...params, ...body, before }),
  ),
  setCartProduct: withPreload(carts.beforeChange, (ctx, { params, body }, _c, before) =>
    carts.setCartProduct(ctx, { ...params, ...body, before }),
  ),
  removeCartProduct: (ctx, { params }) => carts.removeCartProduct(ctx, params.id),
  getCartByNo: (ctx, { params }) => carts.getCartByNo(ctx, params.cart_no),
});

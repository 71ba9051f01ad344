import * as contract from "../../../worker/contract/v1/store/cart.ts";
import * as sales from "../../../worker/domain/sales/index.ts";
import { calculateCartTax } from "../../../worker/domain/sales/index.ts";
import { serveAll, withPreload } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  getCart: withPreload(sales.openCart, async (ctx, _input, _c, found) => found ?? sales.getCart(ctx)),
  updateCart: (ctx, { body }) => sales.updateCart(ctx, body),
  emptyCart: (ctx) => sales.emptyCart(ctx),
  calculateCartTax: (ctx) => calculateCartTax(ctx),
  listCartProducts: (ctx) => sales.listCartProducts(ctx),
  listShippingRates: (ctx, { query }) => sales.listShippingRates(ctx, query.country),
  addCartProduct: withPreload(sales.beforeChange, (ctx, { params, body }, _c, before) =>
    sales.addCartProduct(ctx, { ...params, ...body, before }),
  ),
  setCartProduct: withPreload(sales.beforeChange, (ctx, { params, body }, _c, before) =>
    sales.setCartProduct(ctx, { ...params, ...body, before }),
  ),
  removeCartProduct: (ctx, { params }) => sales.removeCartProduct(ctx, params.id),
  getCartByNo: (ctx, { params }) => sales.getCartByNo(ctx, params.cart_no),
});

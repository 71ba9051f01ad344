import * as contract from "../../../worker/contract/v1/store/cart.ts";
import * as carts from "../../../worker/domain/carts/index.ts";
import { calculateCartTax } from "../../../worker/domain/checkout/index.ts";
import { serve } from "../../../worker/http/serve.ts";

export const cartRoutes = [
  serve(contract.getCart, async (ctx, _input, _c, found) => found ?? carts.getCart(ctx), { preload: carts.openCart }),
  serve(contract.updateCart, (ctx, { body }) => carts.updateCart(ctx, body)),
  serve(contract.emptyCart, (ctx) => carts.emptyCart(ctx)),
  serve(contract.getCartTax, (ctx) => calculateCartTax(ctx)),
  serve(contract.listCartProducts, (ctx) => carts.listCartProducts(ctx)),
  serve(contract.listShippingRates, (ctx, { query }) => carts.listShippingRates(ctx, query.country)),
  serve(
    contract.addCartProduct,
    (ctx, { params, body }, _c, before) => carts.addProduct(ctx, { ...params, ...body, before }),
    { preload: carts.beforeChange },
  ),
  serve(
    contract.setCartProduct,
    (ctx, { params, body }, _c, before) => carts.setProduct(ctx, { ...params, ...body, before }),
    { preload: carts.beforeChange },
  ),
  serve(contract.removeCartProduct, (ctx, { params }) => carts.removeProduct(ctx, params.id)),
  serve(contract.getCartByNo, (ctx, { params }) => carts.getCartByNo(ctx, params.cart_no)),
];

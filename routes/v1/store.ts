import * as contract from "../../worker/contract/v1/store/index.ts";
import * as catalog from "../../worker/domain/catalog/index.ts";
import * as sales from "../../worker/domain/sales/index.ts";
import { byHand, serveAll, withPreload } from "../../worker/http/serve.ts";

export const cart = serveAll(contract.cart, {
  ...sales,
  getCart: withPreload(sales.openCart, async (ctx, _input, _c, found) => found ?? sales.getCart(ctx)),
  listShippingRates: byHand((ctx, { query }) => sales.listShippingRates(ctx, query.country)),
  addCartProduct: withPreload(sales.beforeChange, (ctx, { params, body }, _c, before) =>
    sales.addCartProduct(ctx, { ...params, ...body, before }),
  ),
  setCartProduct: withPreload(sales.beforeChange, (ctx, { params, body }, _c, before) =>
    sales.setCartProduct(ctx, { ...params, ...body, before }),
  ),
});

export const checkout = serveAll(contract.checkout, sales);

export const products = serveAll(contract.products, {
  ...catalog,
  listProducts: withPreload(catalog.catalogVersion, (ctx, { query }) => catalog.listProducts(ctx, query)),
  getProduct: withPreload(catalog.catalogVersion, (ctx, { params }) => catalog.getProduct(ctx, params.id)),
});

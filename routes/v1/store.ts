import * as contract from "../../worker/contract/v1/store/index.ts";
import * as catalog from "../../worker/domain/catalog/index.ts";
import * as sales from "../../worker/domain/sales/index.ts";
import { httpHandler, readThen, serveAll } from "../../worker/http/serve.ts";

export const approvalRequests = serveAll(contract.approvalRequests, sales);

export const quotes = serveAll(contract.quotes, sales);

export const cart = serveAll(contract.cart, {
  ...sales,
  getCart: sales.findOrCreateCart,
  listCartProducts: sales.refreshCartProducts,
  listShippingRates: httpHandler((ctx, { query }) => sales.refreshShippingRates(ctx, query.country)),
  addCartProduct: readThen(sales.getCartState, (ctx, { params, body }, state) =>
    sales.addCartProduct(ctx, { ...params, ...body, state }),
  ),
  setCartProduct: readThen(sales.getCartState, (ctx, { params, body }, state) =>
    sales.setCartProduct(ctx, { ...params, ...body, state }),
  ),
});

export const checkout = serveAll(contract.checkout, sales);

export const products = serveAll(contract.products, {
  ...catalog,
  listProducts: readThen(catalog.findCatalogVersion, (ctx, { query }) => catalog.listProducts(ctx, query)),
  getProduct: readThen(catalog.findCatalogVersion, (ctx, { params }) => catalog.getProduct(ctx, params.id)),
});

import * as contract from "../../../worker/contract/v1/store/checkout.ts";
import { cancelPayment, checkoutCart } from "../../../worker/domain/sales/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  checkoutCart: (ctx, { body }) => checkoutCart(ctx, body),
  cancelPayment: (ctx) => cancelPayment(ctx),
});

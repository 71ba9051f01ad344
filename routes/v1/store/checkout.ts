import * as contract from "../../../worker/contract/v1/store/checkout.ts";
import { checkoutCart } from "../../../worker/domain/checkout/index.ts";
import { cancelPayment } from "../../../worker/domain/purchases/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  checkoutCart: (ctx, { body }) => checkoutCart(ctx, body),
  cancelPayment: (ctx) => cancelPayment(ctx),
});

import { stripeCallbacks } from "../../../worker/contract/v1/callbacks/stripe.ts";
import { receiveCallback } from "../../../worker/domain/callbacks/index.ts";
import { readRaw } from "../../../worker/http/body.ts";
import { serve } from "../../../worker/http/serve.ts";

export const stripeCallbackRoutes = stripeCallbacks.map(({ spec, type }) =>
  serve(spec, async (ctx, _input, c) => {
    const body = await readRaw(c);
    await receiveCallback(ctx, { body, signature: c.req.header("stripe-signature") ?? "", type });
  }),
);

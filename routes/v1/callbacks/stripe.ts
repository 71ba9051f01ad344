import { unauthorized } from "../../../worker/contract/errors.ts";
import { stripeCallbacks } from "../../../worker/contract/v1/callbacks/stripe.ts";
import { receiveEvent } from "../../../worker/domain/callbacks/index.ts";
import { readRaw } from "../../../worker/http/body.ts";
import { serve } from "../../../worker/http/serve.ts";

/** Signature over the raw body, type that fits the path, livemode that fits the key; all refusals look alike (safety T4). */
export const stripeCallbackRoutes = stripeCallbacks.map(({ spec, type }) =>
  serve(spec, async (ctx, _input, c) => {
    const raw = await readRaw(c);
    const event = await ctx.gateways.payments.verifyEvent(raw, c.req.header("stripe-signature") ?? "");
    const isLive = !ctx.settings.STRIPE_SECRET_KEY.includes("_test_");
    if (!event || event.type !== type || event.livemode !== isLive) throw unauthorized("SECURITY_CHECK_FAILED");
    await receiveEvent(ctx, event);
  }),
);

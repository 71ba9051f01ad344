import { notFound } from "../../../contract/errors.ts";
import { pageBase } from "../../../contract/hosts.ts";
import { pages } from "../../../contract/pages.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import { resolveRedirectTarget, requireFreshSignIn } from "../../identity/index.ts";
import { afterLookup, type ReadCtx, requireUser } from "../../context.ts";
import { findOrCreateCustomer, readOwnBilling } from "./customer.ts";

/**
 * Creates the provider's page that saves a payment method, so that card data never passes through us. @throws
 * FRESH_SIGN_IN_REQUIRED, ORG_EMAIL_NOT_FOUND, CHECKOUT_URL_NOT_FOUND
 */
export async function openSetupCheckout(ctx: ReadCtx, redirectUri: string | undefined): Promise<{ url: string }> {
  return createSetupPage(ctx, redirectUri, requireFreshSignIn(ctx));
}

async function createSetupPage(
  pendingCtx: ReadCtx,
  redirectUri: string | undefined,
  signInCheck?: Promise<void>,
): Promise<{ url: string }> {
  const [ctx, billing] = await Promise.all([afterLookup(pendingCtx), readOwnBilling(pendingCtx), signInCheck]);
  const returnUrl = resolveRedirectTarget(ctx, "crunchbox", redirectUri);
  const customer = await findOrCreateCustomer(ctx, requireUser(ctx).org_id, billing);
  const url = await ctx.gateways.payments.createSetupSession({ customer, return_url: returnUrl });
  if (!url) throw notFound("CHECKOUT_URL_NOT_FOUND");
  return { url };
}

/**
 * Creates the provider's page that saves a payment method, during a purchase, which needs no fresh sign-in; undefined
 * if the provider fails. @throws ORG_EMAIL_NOT_FOUND, CHECKOUT_URL_NOT_FOUND
 */
export async function tryToOpenSetupCheckout(ctx: ReadCtx, redirectUri: string): Promise<string | undefined> {
  try {
    return (await createSetupPage(ctx, redirectUri)).url;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log({ level: "warn", event: "setup-checkout", reason: error.message });
    return undefined;
  }
}

export async function openBillingPortal(pendingCtx: ReadCtx, returnPath = pages.portal): Promise<{ url: string }> {
  const [ctx, billing] = await Promise.all([
    afterLookup(pendingCtx),
    readOwnBilling(pendingCtx),
    requireFreshSignIn(pendingCtx),
  ]);
  const customer = await findOrCreateCustomer(ctx, requireUser(ctx).org_id, billing);
  const url = await ctx.gateways.payments.createPortalSession({
    customer,
    return_url: pageBase(ctx.settings, returnPath) + returnPath,
  });
  if (!url) throw notFound("CHECKOUT_URL_NOT_FOUND");
  return { url };
}

import { notFound } from "../../../contract/errors.ts";
import { pageBase } from "../../../contract/hosts.ts";
import { pages } from "../../../contract/pages.ts";
import { redirectTarget } from "../../identity/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { getOrCreateCustomer } from "./customer.ts";

/** The provider's page on which a payment method is added; no card field is ever ours. Throws ORG_EMAIL_NOT_FOUND, CHECKOUT_URL_NOT_FOUND, BadRequest. */
export async function openSetupCheckout(ctx: Ctx, redirectUri: string | undefined): Promise<{ url: string }> {
  const returnUrl = redirectTarget(ctx, "crunchbox", redirectUri);
  const customer = await getOrCreateCustomer(ctx, requireUser(ctx).org_id);
  const url = await ctx.gateways.payments.createSetupSession({ customer, return_url: returnUrl });
  if (!url) throw notFound("CHECKOUT_URL_NOT_FOUND");
  return { url };
}

/** The provider's page on which payment methods are managed; `returnPath` is the page of ours to come back to. Throws ORG_EMAIL_NOT_FOUND, CHECKOUT_URL_NOT_FOUND. */
export async function openBillingPortal(ctx: Ctx, returnPath = pages.portal): Promise<{ url: string }> {
  const customer = await getOrCreateCustomer(ctx, requireUser(ctx).org_id);
  const url = await ctx.gateways.payments.createPortalSession({
    customer,
    return_url: pageBase(ctx.settings, returnPath) + returnPath,
  });
  if (!url) throw notFound("CHECKOUT_URL_NOT_FOUND");
  return { url };
}

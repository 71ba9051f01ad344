import type Stripe from "stripe";
import { requirePortalSaved } from "../account/settings.ts";
import { getCustomer } from "./customers.ts";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { randomId } from "../wire/ids.ts";
import { expand, params, text } from "../wire/params.ts";

const createShape = params<Stripe.BillingPortal.SessionCreateParams>()({
  customer: text,
  return_url: text.optional(),
  expand,
});

export function portalEndpoints(): Endpoint[] {
  return [
    defineEndpoint("POST", "/v1/billing_portal/sessions", createShape, ({ world, input }) => {
      const customer = getCustomer(world, input.customer);
      requirePortalSaved(world);
      const id = randomId("bps");
      const session: Stripe.BillingPortal.Session = {
        id,
        object: "billing_portal.session",
        configuration: "bpc_sandbox",
        created: world.clock.now(),
        customer: customer.id,
        customer_account: null,
        flow: null,
        livemode: false,
        locale: null,
        on_behalf_of: null,
        return_url: input.return_url ?? null,
        url: `${world.options.pageUrl()}/stripe/portal/${id}`,
      };
      return world.portalSessions.save(session);
    }),
  ];
}

import type { Stripe } from "stripe";
import type { PaymentProvider } from "./payment-provider.ts";

/** https://docs.stripe.com/api/tax/settings, https://docs.stripe.com/api/tax/registrations */
export const stripeAccount = (stripe: Stripe): Pick<PaymentProvider, "getAccount"> => ({
  async getAccount() {
    const [settings, registrations] = await Promise.all([
      stripe.tax.settings.retrieve(),
      stripe.tax.registrations.list({ status: "active", limit: 100 }),
    ]);
    return {
      is_live: settings.livemode,
      is_tax_active: settings.status === "active" && settings.head_office !== null,
      tax_countries: registrations.data.map(({ country }) => country),
    };
  },
});

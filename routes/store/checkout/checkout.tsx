import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Island } from "../../../worker/ui/island.tsx";
import Checkout from "../../../islands/store/checkout.tsx";
import { Failure } from "../../../worker/contract/errors.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { openSetupCheckout } from "../../../worker/domain/payments/index.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import { page } from "../../../worker/http/page.ts";
import { PageNotFound, Redirect } from "../../../worker/http/page-spec.ts";
import { CannotBuy } from "../cart/cannot-buy.tsx";
import { readCheckoutPage, toCheckout } from "./checkout-props.ts";
import { canPay } from "../buying.ts";
import { appLayout } from "../../layouts.tsx";
import { can } from "../../../worker/contract/people/permissions.ts";

export const checkout = page({
  path: pages.checkout,
  access: "session",
  layout: appLayout,
  section: "Cart",
  async load({ ctx, viewer, url }) {
    const [found, person] = await Promise.all([readCheckoutPage(ctx), viewer()]);
    if (!can(person, "buy")) return null;
    const props = await toCheckout(ctx, found, person, url.searchParams);
    if (!props) throw new Redirect(pages.cart);
    const { cart_no } = props.cart;
    if (found.is_being_paid) throw new Redirect(hrefOf(pages.checkoutState, { cart_no }));
    return props;
  },
  head: () => ({ title: "Checkout · CrunchBox", no_store: true }),
  view: (props, { layout }) => (
    <>
      <PageHeader title="Checkout" />
      {!props && <CannotBuy layout={layout} />}
      {props && (
        <>
          <noscript>
            <p className="notice info">
              Paying needs JavaScript. Please turn it on in your browser and load this page again.
            </p>
          </noscript>
          <Island name="store/checkout" of={Checkout} props={props} />
        </>
      )}
    </>
  ),
});

/** A link, because it leaves the site. */
export const addPaymentMethod = page({
  path: pages.checkoutPaymentMethod,
  access: "session",
  async load({ ctx, viewer, settings, isNavigation }) {
    const person = await viewer();
    if (!canPay(person) || !isNavigation) throw new PageNotFound();
    throw new Redirect(await setupAddress(ctx, settings.store_base));
  },
  head: () => ({ title: "Add payment method · CrunchBox", no_store: true }),
  view: () => <></>,
});

/** The checkout shows the reason if the provider's page cannot be opened. */
async function setupAddress(ctx: ReadCtx, storeBase: string): Promise<string> {
  try {
    return (await openSetupCheckout(ctx, storeBase + hrefOf(pages.checkout, {}, { added: "true" }))).url;
  } catch (error) {
    if (error instanceof Failure) return hrefOf(pages.checkout, {}, { problem: error.errcode });
    throw error;
  }
}

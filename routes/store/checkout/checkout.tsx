import * as z from "zod/mini";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Island } from "../../../worker/ui/island.tsx";
import Checkout from "../../../islands/store/checkout.tsx";
import type { Errcode } from "../../../worker/contract/errcodes.ts";
import { Failure } from "../../../worker/contract/errors.ts";
import * as contract from "../../../worker/contract/v1/store/cart.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { listHeldPlansOfCart, tryToOpenSetupCheckout } from "../../../worker/domain/payments/index.ts";
import { updateCart } from "../../../worker/domain/sales/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import { page } from "../../../worker/http/page.ts";
import { PageNotFound, Redirect } from "../../../worker/http/page-spec.ts";
import { loadCheckoutPage, loadCheckoutProps } from "./checkout-props.ts";
import { canPay, signInToBuy } from "../buying.ts";
import { HeldPlans } from "../held-plans.tsx";
import { appLayout } from "../../layouts.tsx";
import { can } from "../../../worker/contract/people/permissions.ts";

export const checkoutPage = page({
  path: pages.checkout,
  access: "session",
  layout: appLayout,
  section: "Cart",
  async load({ ctx, viewer, url }) {
    const [checkoutData, held, person] = await Promise.all([loadCheckoutPage(ctx), listHeldPlansOfCart(ctx), viewer()]);
    if (!can(person, "buy")) throw new Redirect(pages.cart);
    const props = await loadCheckoutProps(ctx, checkoutData, person, url.searchParams);
    if (!props) throw new Redirect(pages.cart);
    const { cart_no } = props.cart;
    if (checkoutData.is_being_paid) throw new Redirect(hrefOf(pages.checkoutState, { cart_no }));
    return { props, held };
  },
  head: () => ({ title: "Checkout · CrunchBox", no_store: true }),
  view: ({ props, held }) => (
    <>
      <PageHeader title="Checkout" />
      <HeldPlans held={held} is_in_cart />
      <noscript>
        <p className="notice info">
          Paying needs JavaScript. Please turn it on in your browser and load this page again.
        </p>
      </noscript>
      <Island name="store/checkout" of={Checkout} props={props} />
    </>
  ),
});

/** If the provider's page cannot be opened, the checkout shows the reason. */
const openProviderPage = page({
  path: pages.checkoutPaymentMethod,
  access: "session",
  async load({ ctx, viewer, settings, isNavigation }) {
    const person = await viewer();
    if (!canPay(person) || !isNavigation) throw new PageNotFound();
    throw new Redirect(await openSetupPage(ctx, settings.store_base));
  },
  head: () => ({ title: "Add payment method · CrunchBox", no_store: true }),
  view: () => <></>,
});

async function openSetupPage(ctx: ReadCtx, storeBase: string): Promise<string> {
  const problemHref = (problem: Errcode) => hrefOf(pages.checkout, {}, { problem });
  try {
    const address = await tryToOpenSetupCheckout(ctx, storeBase + hrefOf(pages.checkout, {}, { added: "true" }));
    return address ?? problemHref("CHECKOUT_URL_NOT_FOUND");
  } catch (error) {
    if (error instanceof Failure) return problemHref(error.errcode);
    throw error;
  }
}

/**
 * Without script, PO number and note are saved before the buyer adds a payment method. The next page links to the
 * provider, because a form must not lead to another site (CSP `form-action`).
 */
const referenceContract = {
  access: "buy",
  not_impersonated: true,
  body: z.pick(contract.updateCart.body, { po_number: true, note: true }),
} as const;

const referenceForm = formPost(referenceContract, {
  path: pages.checkoutPaymentMethod,
  send: (ctx, { body: { po_number = "", note = "" } }) => updateCart(ctx, { po_number, note }),
  back: pages.checkout,
  done: () => ({
    message: "Your PO number and note are saved.",
    link: ["Continue to our payment provider’s page", pages.checkoutPaymentMethod],
  }),
  sign_in: signInToBuy(pages.checkout),
});

export const addPaymentMethod = [openProviderPage, referenceForm];

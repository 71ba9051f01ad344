import { Island } from "../../../worker/ui/island.tsx";
import Checkout from "../../../islands/store/checkout.tsx";
import type { CheckoutProps } from "../../../islands/store/checkout/model.ts";
import { Failure } from "../../../worker/contract/errors.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { openSetupCheckout } from "../../../worker/domain/billing/index.ts";
import { getCheckoutState } from "../../../worker/domain/checkout/index.ts";
import type { Ctx } from "../../../worker/domain/context.ts";
import { page, redirectTo, showNotFound } from "../../../worker/http/page.ts";
import { CannotBuy } from "../cart/cannot-buy.tsx";
import { loadCheckout } from "./checkout-props.ts";
import { canBuy, type Frame, loadFrame } from "../frame.ts";
import { AppLayout } from "../../../worker/ui/app-layout.tsx";

type CheckoutData = { frame: Frame; checkout: CheckoutProps | null };

/** Whether a payment of this cart is undecided; it cannot change or be paid again until then. */
async function isBeingPaid(ctx: Ctx, cartNo: string): Promise<boolean> {
  try {
    return (await getCheckoutState(ctx, cartNo)).state === "pending";
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

export const checkout = page<CheckoutData>({
  path: pages.checkout,
  access: "session",
  async load(input) {
    if (!canBuy(input.viewer)) return { frame: await loadFrame(input), checkout: null };
    const props = await loadCheckout(input);
    if (!props) return redirectTo(pages.cart);
    const { cart_no } = props.cart;
    if (await isBeingPaid(input.ctx, cart_no)) return redirectTo(hrefOf(pages.checkoutState, { cart_no }));
    return { frame: await loadFrame(input), checkout: props };
  },
  head: () => ({ title: "Checkout · CrunchBox", no_store: true }),
  view: ({ frame, checkout: props }) => (
    <AppLayout frame={frame} area="Cart">
      <h1>Checkout</h1>
      {!props && <CannotBuy frame={frame} />}
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
    </AppLayout>
  ),
});

/** Leads to the payment provider's page and back; a link, because it leaves the site. */
export const addPaymentMethod = page<never>({
  path: pages.checkoutPaymentMethod,
  access: "session",
  async load({ ctx, viewer, settings, isNavigation }) {
    if (!canBuy(viewer) || viewer?.impersonator || !isNavigation) return showNotFound();
    try {
      return redirectTo(
        (await openSetupCheckout(ctx, settings.public_url + hrefOf(pages.checkout, {}, { added: "true" }))).url,
      );
    } catch (error) {
      if (error instanceof Failure) return redirectTo(hrefOf(pages.checkout, {}, { problem: error.errcode }));
      throw error;
    }
  },
  head: () => ({ title: "Add payment method · CrunchBox", no_store: true }),
  view: () => <></>,
});

import { countItems } from "../../islands/lib/cart-badge.ts";
import { findCart } from "../../worker/domain/carts/index.ts";
import type { Layout } from "../../worker/http/page.ts";
import type { Viewer } from "../../worker/http/viewer.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { storefrontClient } from "../../worker/contract/paths.ts";

/** What the frame around every store page shows. */
export type Frame = {
  viewer: Viewer | null;
  admin_href: string;
  support_email: string;
  /** Items in the cart; null for who cannot buy. */
  cart_count: number | null;
};

/** Who may fill a cart and pay. */
export const canBuy = (viewer: Viewer | null): boolean =>
  viewer?.roles.some((role) => role === "org" || role === "buyer") ?? false;

export const loadFrame: NonNullable<Layout<Frame>["load"]> = async ({ ctx, viewer, settings }) => {
  const [cart, person] = await Promise.all([ctx.actor.kind === "visitor" ? undefined : findCart(ctx), viewer()]);
  return {
    viewer: person,
    admin_href: settings.admin_web_url,
    support_email: settings.support_email,
    cart_count: canBuy(person) ? countItems(cart?.products ?? {}) : null,
  };
};

/** Who may pay now: an administrator never does in somebody else's name (T13). */
export const canPay = (viewer: Viewer | null): boolean => canBuy(viewer) && viewer?.impersonator === null;

/** The sign-in page, told that it is about buying, and the way back. */
export const signInToBuy = (path: string): string =>
  hrefOf(pages.signIn, { client_id: storefrontClient }, { is_payment_redirect: "true", redirect_uri: path });

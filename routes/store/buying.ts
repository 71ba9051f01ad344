import type { Person } from "../../worker/ui/frame/layout-data.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { storefrontClient } from "../../worker/contract/paths.ts";

/** Who may fill a cart and pay. */
export const canBuy = (viewer: Person | null): boolean =>
  viewer?.roles.some((role) => role === "org" || role === "buyer") ?? false;

/** Who may pay now: an administrator never does in somebody else's name (T13). */
export const canPay = (viewer: Person | null): boolean => canBuy(viewer) && viewer?.impersonator === null;

/** The sign-in page, told that it is about buying, and the way back. */
export const signInToBuy = (path: string): string =>
  hrefOf(pages.signIn, { client_id: storefrontClient }, { is_payment_redirect: "true", redirect_uri: path });

import type { LayoutViewer } from "../../worker/ui/frame/layout-data.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { storefrontClient } from "../../worker/contract/paths.ts";
import { can } from "../../worker/contract/people/permissions.ts";

/** Never during an impersonation (T13). */
export const canPay = (viewer: LayoutViewer | null): boolean => can(viewer, "buy") && viewer?.impersonator === null;

/** Never during an impersonation (T13). */
export const canPayInvoices = (viewer: LayoutViewer | null): boolean =>
  can(viewer, "see_billing") && viewer?.impersonator === null;

export const signInToBuy = (path: string): string =>
  hrefOf(pages.signIn, { client_id: storefrontClient }, { is_payment_redirect: "true", redirect_uri: path });

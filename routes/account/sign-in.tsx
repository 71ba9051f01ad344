import * as z from "zod/mini";
import SignIn from "../../islands/account/sign-in.tsx";
import { Island } from "../../worker/ui/island.tsx";
import { Notice } from "../../islands/ui/notice.tsx";
import { type ClientId, clientIds, desktopClient } from "../../worker/contract/paths.ts";
import { page } from "../../worker/http/page.ts";
import { Redirect } from "../../worker/http/page-spec.ts";
import type { PublicSettings } from "../../worker/http/public-settings.ts";
import { captchaOf } from "./captcha.ts";
import { AccountLayout, NeedsScript } from "../../worker/ui/frame/account-layout.tsx";
import { handOffHref, recoverPasswordHref, requestAccountHref } from "./links.ts";
import { pages } from "../../worker/contract/pages.ts";

/** Where a signed-in person goes: the printed rules in printed order (O-062). The raw redirect_uri is never a target. */
function landing(clientId: ClientId, query: URLSearchParams, settings: PublicSettings): string {
  if (!query.get("redirect_uri")) return settings.main_web_url;
  if (clientId === desktopClient) return handOffHref(pages.flowpoint, query);
  return handOffHref(`/v1/sso/authorize/${clientId}`, query);
}

export const signIn = page({
  path: pages.signIn,
  access: "visitor-or-session",
  params: z.object({ client_id: z.enum(clientIds) }),
  cache: "page",
  async load({ params, url, viewer, settings }) {
    if (await viewer()) throw new Redirect(landing(params.client_id, url.searchParams, settings));
  },
  head: () => ({
    title: "Sign In · CrunchBox",
    description: "Sign in to CrunchBox, the portal for CGX devices and software.",
    captcha: true,
  }),
  view(_data, { params: { client_id }, settings, url }) {
    const query = url.searchParams;
    const island = {
      captcha: captchaOf(settings),
      recover_href: recoverPasswordHref(client_id, query),
    };
    return (
      <AccountLayout home={url.pathname + url.search}>
        <h1>Sign In</h1>
        {query.get("is_payment_redirect") === "true" && (
          <Notice tone="info">Sign in to CrunchBox to purchase CGX products</Notice>
        )}
        <NeedsScript what="Signing in" />
        <Island name="account/sign-in" of={SignIn} props={island} />
        <p className="aside">
          New user? <a href={requestAccountHref(client_id, query)}>Request Account</a>
        </p>
      </AccountLayout>
    );
  },
});

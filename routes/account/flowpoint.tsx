import Flowpoint from "../../islands/account/flowpoint.tsx";
import { Island } from "../../worker/ui/island.tsx";
import { desktopClient } from "../../worker/contract/paths.ts";
import { page } from "../../worker/http/page.ts";
import { Redirect } from "../../worker/http/page-spec.ts";
import { resolveRedirectTarget } from "../../worker/domain/identity/index.ts";
import { AccountLayout } from "../../worker/ui/frame/account-layout.tsx";
import { authorizationHref } from "./links.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";

/**
 * Without a redirect_uri the root of the desktop app's scheme is sent, because sign-in would otherwise lead to the
 * storefront (O-062).
 */
function flowpointSignInHref(query: URLSearchParams, scheme: string): string {
  const carried = new URLSearchParams(query);
  if (!carried.get("redirect_uri")) carried.set("redirect_uri", scheme);
  return authorizationHref(hrefOf(pages.signIn, { client_id: desktopClient }), carried);
}

export const flowpoint = page({
  path: pages.flowpoint,
  access: "visitor-or-session",
  async load({ ctx, viewer, url, settings }) {
    const target = resolveRedirectTarget(ctx, desktopClient, url.searchParams.get("redirect_uri") ?? undefined);
    const person = await viewer();
    if (!person) throw new Redirect(flowpointSignInHref(url.searchParams, settings.desktop_scheme));
    // without a PKCE challenge no code is issued: the app opens, and signs in with its own challenge
    const app_href = url.searchParams.has("code_challenge")
      ? authorizationHref(`/v1/sso/authorize/${desktopClient}`, url.searchParams)
      : target;
    return { ...person, app_href };
  },
  head: () => ({ title: "Open Flowpoint · CrunchBox", no_referrer: true, no_store: true }),
  view: ({ email, impersonator, app_href }, { settings }) => (
    <AccountLayout home={settings.main_web_url}>
      <h1>Open Flowpoint Desktop App?</h1>
      <p className="subtitle">
        You are signed in as <b>{email}</b>.
      </p>
      <Island
        name="account/flowpoint"
        of={Flowpoint}
        props={{
          app_href,
          // an impersonating administrator gets no code for the app
          can_launch: impersonator === null,
        }}
      />
      <p className="aside">
        Don't have Flowpoint Desktop App? <a href={settings.flowpoint_download_url}>Download it here.</a>
      </p>
      <form className="aside" method="post" action={pages.signOut}>
        Not you? <button className="link-button">Sign out</button>
      </form>
    </AccountLayout>
  ),
});

import * as z from "zod/mini";
import SignIn from "../../islands/account/sign-in.tsx";
import { Island } from "../../worker/ui/island.tsx";
import { Notice } from "../../islands/ui/notice.tsx";
import { clientIds } from "../../worker/contract/paths.ts";
import { page } from "../../worker/http/page.ts";
import { Redirect } from "../../worker/http/page-spec.ts";
import { toCaptcha } from "./captcha.ts";
import { AccountLayout, NeedsScript } from "../../worker/ui/frame/account-layout.tsx";
import { landingHref, newLicenseHref, recoverPasswordHref, requestAccountHref, setUpFactorHref } from "./links.ts";
import { findFactorRule } from "../../worker/domain/identity/index.ts";
import { findLicenseToAgree } from "../../worker/domain/platform/index.ts";
import { pages } from "../../worker/contract/pages.ts";

export const signInPage = page({
  path: pages.signIn,
  access: "visitor-or-session",
  params: z.object({ client_id: z.enum(clientIds) }),
  cache: "page",
  async load({ ctx, params, url, viewer, settings }) {
    if (ctx.actor.kind === "visitor") return;
    const [person, license, rule] = await Promise.all([viewer(), findLicenseToAgree(ctx), findFactorRule(ctx)]);
    if (!person) return;
    const { client_id } = params;
    const mustAgree = !person.impersonator && license;
    const mustSetUpFactor = rule && !person.impersonator && url.searchParams.get("second_factor") !== "later";
    if (mustSetUpFactor && !mustAgree) throw new Redirect(setUpFactorHref(client_id, url.searchParams));
    throw new Redirect(
      mustAgree
        ? newLicenseHref(client_id, url.searchParams)
        : landingHref(client_id, url.searchParams, settings.main_web_url),
    );
  },
  head: () => ({
    title: "Sign In · CrunchBox",
    description: "Sign in to CrunchBox, the portal for CGX devices and software.",
    captcha: true,
  }),
  view(_data, { params: { client_id }, settings, url }) {
    const query = url.searchParams;
    const islandProps = {
      captcha: toCaptcha(settings),
      recover_href: recoverPasswordHref(client_id, query),
    };
    return (
      <AccountLayout home={url.pathname + url.search}>
        <h1>Sign In</h1>
        {query.get("license") === "declined" && (
          <Notice tone="info">
            You are signed out, because you did not agree to the license agreement. Sign in again to read it.
          </Notice>
        )}
        {query.get("is_payment_redirect") === "true" && (
          <Notice tone="info">Sign in to CrunchBox to purchase CGX products</Notice>
        )}
        <NeedsScript what="Signing in" />
        <Island name="account/sign-in" of={SignIn} props={islandProps} />
        <p className="aside">
          New user? <a href={requestAccountHref(client_id, query)}>Request Account</a>
        </p>
      </AccountLayout>
    );
  },
});

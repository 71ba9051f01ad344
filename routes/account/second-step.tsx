import * as z from "zod/mini";
import SecondStep from "../../islands/account/second-step.tsx";
import { CodeField } from "../../islands/ui/code-field.tsx";
import { freeText } from "../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { clientIds } from "../../worker/contract/paths.ts";
import { findPendingFactor, signInByFactor } from "../../worker/domain/identity/index.ts";
import { formPost } from "../../worker/http/form.ts";
import { page } from "../../worker/http/page.ts";
import { Redirect } from "../../worker/http/page-spec.ts";
import { readChallengeTokens, writeSignInCookies } from "../../worker/http/sign-in-cookies.ts";
import { buildFieldProps } from "../../worker/ui/forms/fields-of.ts";
import { FlashMessage } from "../../worker/ui/forms/flash-message.tsx";
import { AccountLayout } from "../../worker/ui/frame/account-layout.tsx";
import { Island } from "../../worker/ui/island.tsx";
import { signInHref } from "./links.ts";

const params = z.object({ client_id: z.enum(clientIds) });

/** Follows the password page; a cookie identifies the pending sign-in. */
const secondStepPage = page({
  path: pages.secondStep,
  access: "public",
  params,
  async load({ ctx, params: { client_id }, url, challenge_browser }) {
    const pending = challenge_browser === undefined ? undefined : await findPendingFactor(ctx, challenge_browser);
    if (pending) return pending;
    throw new Redirect(signInHref(withClient(url.searchParams, client_id)));
  },
  head: () => ({ title: "Second step · CrunchBox", no_store: true, no_referrer: true }),
  view({ email, factors }, { params: { client_id }, url, flash, settings }) {
    const { field, flag } = buildFieldProps(flash?.typed);
    const backHref = signInHref(withClient(url.searchParams, client_id));
    const hasPasskey = factors.includes("passkey");
    const takesCode = factors.some((each) => each !== "passkey");
    return (
      <AccountLayout home={backHref}>
        <h1>One more step</h1>
        <p className="subtitle">
          The password for <b>{email}</b> is correct. Now confirm that it is you.
        </p>
        <FlashMessage flash={flash} />
        {hasPasskey && <Island name="account/second-step" of={SecondStep} props={{ next_href: backHref }} />}
        <form method="post">
          <CodeField factors={factors} {...field("code")} />
          <label className="check">
            <input type="checkbox" value="true" {...flag("trust_browser")} /> Trust this browser for 30 days
          </label>
          {takesCode && <button className="button">Sign in</button>}
        </form>
        <p className="aside">
          Lost your passkey, app and backup codes? Write to{" "}
          <a href={`mailto:${settings.support_email}`}>{settings.support_email}</a>. We let you know at once, and after
          24 hours we email you a link that removes them.
        </p>
        <p className="aside">
          <a href={backHref}>Start again</a>
        </p>
      </AccountLayout>
    );
  },
});

function withClient(query: URLSearchParams, clientId: string): URLSearchParams {
  const carried = new URLSearchParams(query);
  carried.set("client_id", clientId);
  return carried;
}

const contract = {
  access: "public",
  params,
  body: z.object({ code: freeText(32, "Code"), trust_browser: z.optional(z.boolean()) }),
} as const;

const codeForm = formPost(contract, {
  path: pages.secondStep,
  page: secondStepPage,
  async send(ctx, { body: { code, trust_browser } }, c) {
    writeSignInCookies(
      c,
      await signInByFactor(ctx, { challenge: undefined, code, trust_browser, ...readChallengeTokens(c) }),
    );
  },
  back: (_result, c) => hrefOf(pages.signIn, { client_id: c.req.param("client_id") ?? "" }) + new URL(c.req.url).search,
});

export const secondStep = [secondStepPage, codeForm];

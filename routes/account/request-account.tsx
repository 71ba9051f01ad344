import RequestAccount from "../../islands/account/request-account.tsx";
import { Island } from "../../worker/ui/island.tsx";
import { page } from "../../worker/http/page.ts";
import { toCaptcha } from "./captcha.ts";
import { AccountLayout, NeedsScript } from "../../worker/ui/frame/account-layout.tsx";
import { homeHref, signInHref } from "./links.ts";
import { pages } from "../../worker/contract/pages.ts";

export const requestAccountPage = page({
  path: pages.requestAccount,
  access: "public",
  cache: "page",
  head: () => ({
    title: "Request account · CrunchBox",
    description: "Request an account for CrunchBox, the portal for CGX devices and software.",
    captcha: true,
  }),
  view: (_data, { url, settings }) => (
    <AccountLayout home={homeHref(url.searchParams)}>
      <h1>Request account</h1>
      <NeedsScript what="Requesting an account" />
      <Island name="account/request-account" of={RequestAccount} props={{ captcha: toCaptcha(settings) }} />
      <p className="aside">
        Already a user? <a href={signInHref(url.searchParams)}>Sign In</a>
      </p>
    </AccountLayout>
  ),
});

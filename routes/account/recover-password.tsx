import RecoverPassword from "../../islands/account/recover-password.tsx";
import { Island } from "../../worker/ui/island.tsx";
import { page } from "../../worker/http/page.ts";
import { toCaptcha } from "./captcha.ts";
import { AccountLayout, NeedsScript } from "../../worker/ui/frame/account-layout.tsx";
import { homeHref } from "./links.ts";
import { pages } from "../../worker/contract/pages.ts";

export const recoverPasswordPage = page({
  path: pages.recoverPassword,
  access: "public",
  cache: "page",
  load: async ({ url }) => ({ is_expired: url.searchParams.get("expired") === "true" }),
  head: ({ is_expired }) => ({
    title: `${is_expired ? "Your link has expired" : "Recover your password"} · CrunchBox`,
    captcha: true,
  }),
  view({ is_expired }, { url, settings }) {
    const home = homeHref(url.searchParams);
    const islandProps = { captcha: toCaptcha(settings), is_expired, sign_in_href: home };
    return (
      <AccountLayout
        home={home}
        header={
          <a className="aside" href={home}>
            Back to sign-in
          </a>
        }
      >
        <Island name="account/recover-password" of={RecoverPassword} props={islandProps} />
        <NeedsScript what="Recovering a password" />
      </AccountLayout>
    );
  },
});

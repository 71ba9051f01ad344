import SetUp from "../../islands/account/set-up.tsx";
import { Island } from "../../worker/ui/island.tsx";
import { page } from "../../worker/http/page.ts";
import { AccountLayout, NeedsScript } from "../../worker/ui/frame/account-layout.tsx";
import { homeHref } from "./links.ts";
import { openLink, verificationLink } from "./verification.ts";
import { pages } from "../../worker/contract/pages.ts";

export const setUpPage = page({
  path: pages.setUp,
  access: "visitor-or-session",
  params: verificationLink,
  load: (input) => openLink(input, "verify:user-setup"),
  head: () => ({ title: "Set your password · CrunchBox", no_referrer: true, no_store: true }),
  view(_data, { url }) {
    const home = homeHref(url.searchParams);
    return (
      <AccountLayout home={home}>
        <h1>Set your password</h1>
        <NeedsScript what="Setting a password" />
        <Island name="account/set-up" of={SetUp} props={{ sign_in_href: home }} />
      </AccountLayout>
    );
  },
});

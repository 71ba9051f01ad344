import { Markup } from "../../islands/ui/markup.tsx";
import { getLicenseAgreement } from "../../worker/domain/platform/index.ts";
import { page } from "../../worker/http/page.ts";
import { AccountLayout } from "../../worker/ui/frame/account-layout.tsx";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { storefrontClient } from "../../worker/contract/paths.ts";

export const licenseAgreement = page({
  path: pages.licenseAgreement,
  cache: "legal",
  access: "visitor-or-session",
  load: ({ ctx }) => getLicenseAgreement(ctx),
  head: () => ({ title: "License agreement · CrunchBox", description: "The license agreement for CGX products." }),
  view: ({ html }, { viewer, settings }) => (
    <AccountLayout
      home={viewer ? settings.main_web_url : pages.home}
      is_wide
      header={
        viewer ? undefined : (
          <a className="button quiet" href={hrefOf(pages.signIn, { client_id: storefrontClient })}>
            Sign In / Request Account
          </a>
        )
      }
    >
      {!html.includes("<h1") && <h1>License agreement</h1>}
      <Markup html={html} />
    </AccountLayout>
  ),
});

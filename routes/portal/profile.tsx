import { FormGroup, FormLayout } from "../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../worker/ui/layouts/page-header.tsx";
import { Island } from "../../worker/ui/island.tsx";
import ChangeEmail from "../../islands/portal/change-email.tsx";
import { Facts } from "../../worker/ui/parts/facts.tsx";
import { page } from "../../worker/http/page.ts";
import { appLayout } from "../layouts.tsx";
import { pages } from "../../worker/contract/pages.ts";

export const profile = page({
  path: pages.profile,
  access: "session",
  layout: appLayout,
  section: "Profile",
  head: () => ({ title: "Profile · CrunchBox", no_store: true }),
  view: (_data, { viewer }) => (
    <>
      <PageHeader title="Profile" />
      <FormLayout>
        <Facts
          facts={[
            ["Name", `${viewer.first_name} ${viewer.last_name}`],
            ["Organization", viewer.organization.name],
            ["Email", viewer.email],
          ]}
        />
        {viewer.impersonator ? (
          <FormGroup title="Change email" text="The email can be changed only by its owner." />
        ) : (
          <FormGroup
            title="Change email"
            text="We send a link to the new address. Until you open it, your email stays as it is."
          >
            <noscript>
              <p className="notice info">Changing the email needs JavaScript. Please turn it on in your browser.</p>
            </noscript>
            <Island name="portal/change-email" of={ChangeEmail} props={{}} />
          </FormGroup>
        )}
        {!viewer.impersonator && (
          <FormGroup title="Where you are signed in">
            <p className="links">
              <a href={pages.sessions}>Sessions</a>
            </p>
          </FormGroup>
        )}
      </FormLayout>
    </>
  ),
});

import { Island } from "../../islands/island.tsx";
import ChangeEmail from "../../islands/portal/change-email.tsx";
import { Facts } from "../../islands/ui/facts.tsx";
import { page, showNotFound, type Viewer } from "../../worker/http/page.ts";
import { PortalLayout } from "./layout.tsx";

export const profile = page<{ viewer: Viewer }>({
  path: "/portal/profile",
  access: "session",
  load: async ({ viewer }) => (viewer ? { viewer } : showNotFound()),
  head: () => ({ title: "Profile · CrunchBox", no_store: true }),
  view: ({ viewer }, { settings }) => (
    <PortalLayout viewer={viewer} settings={settings}>
      <h1>Profile</h1>
      <Facts
        facts={[
          ["Name", `${viewer.first_name} ${viewer.last_name}`],
          ["Organization", viewer.organization.name],
          ["Email", viewer.email],
        ]}
      />
      <section className="card">
        <h2>Change email</h2>
        {viewer.impersonator ? (
          <p>The email can be changed only by its owner.</p>
        ) : (
          <>
            <p>We send a link to the new address. Until you open it, your email stays as it is.</p>
            <noscript>
              <p className="notice info">Changing the email needs JavaScript. Please turn it on in your browser.</p>
            </noscript>
            <Island name="portal/change-email" of={ChangeEmail} props={{}} />
          </>
        )}
      </section>
    </PortalLayout>
  ),
});

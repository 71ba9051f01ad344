import { Island } from "../../worker/ui/island.tsx";
import ChangeEmail from "../../islands/portal/change-email.tsx";
import { Facts } from "../../worker/ui/parts/facts.tsx";
import { listSessions } from "../../worker/domain/sessions/index.ts";
import { page } from "../../worker/http/page.ts";
import { appLayout } from "../layouts.tsx";
import { Sessions } from "./sessions.tsx";
import { pages } from "../../worker/contract/pages.ts";

export const profile = page({
  path: pages.profile,
  access: "session",
  layout: appLayout,
  section: "Profile",
  load: ({ ctx }) => listSessions(ctx),
  head: () => ({ title: "Profile · CrunchBox", no_store: true }),
  view: (sessions, { viewer }) => (
    <>
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
      {/* where somebody is signed in is not for an administrator who acts as them */}
      {!viewer.impersonator && <Sessions sessions={sessions} />}
    </>
  ),
});

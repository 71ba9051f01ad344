import { Island } from "../../worker/ui/island.tsx";
import ChangeEmail from "../../islands/portal/change-email.tsx";
import { TimeZone } from "../../worker/ui/date.tsx";
import { Facts } from "../../worker/ui/facts.tsx";
import { listSessions, type SessionSummary } from "../../worker/domain/sessions/index.ts";
import { page, showNotFound } from "../../worker/http/page.ts";
import type { Viewer } from "../../worker/http/viewer.ts";
import { PortalLayout } from "./layout.tsx";
import { Sessions } from "./sessions.tsx";

export const profile = page<{ viewer: Viewer; sessions: SessionSummary[] }>({
  path: "/portal/profile",
  access: "session",
  // Where somebody is signed in is not for an administrator who acts as him.
  load: async ({ viewer, ctx }) =>
    viewer ? { viewer, sessions: viewer.impersonator ? [] : await listSessions(ctx) } : showNotFound(),
  head: () => ({ title: "Profile · CrunchBox", no_store: true }),
  view: ({ viewer, sessions }, { settings, ctx }) => (
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
      {!viewer.impersonator && (
        <TimeZone.Provider value={ctx.time_zone()}>
          <Sessions sessions={sessions} />
        </TimeZone.Provider>
      )}
    </PortalLayout>
  ),
});

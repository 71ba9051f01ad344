import { Island } from "../../worker/ui/island.tsx";
import ChangeEmail from "../../islands/portal/change-email.tsx";
import { Facts } from "../../worker/ui/facts.tsx";
import { listSessions, type SessionSummary } from "../../worker/domain/sessions/index.ts";
import { page, showNotFound } from "../../worker/http/page.ts";
import type { Viewer } from "../../worker/http/viewer.ts";
import { AppLayout } from "../../worker/ui/app-layout.tsx";
import { type Frame, loadFrame } from "../store/frame.ts";
import { Sessions } from "./sessions.tsx";
import { pages } from "../../worker/contract/pages.ts";

export const profile = page<{ viewer: Viewer; frame: Frame; sessions: SessionSummary[] }>({
  path: pages.profile,
  access: "session",
  // Where somebody is signed in is not for an administrator who acts as them.
  async load(input) {
    const { viewer, ctx } = input;
    if (!viewer) return showNotFound();
    const [frame, sessions] = await Promise.all([loadFrame(input), viewer.impersonator ? [] : listSessions(ctx)]);
    return { viewer, frame, sessions };
  },
  head: () => ({ title: "Profile · CrunchBox", no_store: true }),
  view: ({ viewer, frame, sessions }) => (
    <AppLayout frame={frame} area="Profile">
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
      {!viewer.impersonator && <Sessions sessions={sessions} />}
    </AppLayout>
  ),
});

import * as z from "zod/mini";
import { uuid } from "../../worker/contract/fields.ts";
import { pages } from "../../worker/contract/pages.ts";
import {
  endSession,
  listSessions,
  listTrustedBrowsers,
  requestPasswordReset,
  type SessionSummary,
} from "../../worker/domain/identity/index.ts";
import { readProfile } from "../../worker/domain/people/index.ts";
import { formPost } from "../../worker/http/form.ts";
import { page } from "../../worker/http/page.ts";
import { DateText } from "../../worker/ui/date.tsx";
import { ConfirmForm } from "../../worker/ui/forms/confirm-form.tsx";
import { FormGroup, FormLayout } from "../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../worker/ui/layouts/page-header.tsx";
import { Badge } from "../../worker/ui/parts/badge.tsx";
import { settingsLayout } from "../layouts.tsx";
import { endTrustForm, TrustedBrowsers } from "./security/trusted-browsers.tsx";
import { timeAgo, sessionLabel } from "./session-place.ts";

/** Refused during an impersonation (T13). */
const sessionsPage = page({
  path: pages.sessions,
  access: "session",
  not_impersonated: true,
  layout: settingsLayout,
  section: "Security",
  load: ({ ctx }) => Promise.all([listSessions(ctx), listTrustedBrowsers(ctx)]),
  head: () => ({ title: "Security · CrunchBox", no_store: true }),
  view: ([sessionList, trustedBrowsers]) => (
    <>
      <PageHeader title="Security" />
      <FormLayout>
        <FormGroup
          title="Passkeys and second step"
          text="Make sure that a stolen password is not enough to open your account."
        >
          <a className="button quiet" href={pages.security}>
            Set up passkeys and the second step
          </a>
        </FormGroup>
        <FormGroup title="Password" text="We send you a link to choose a new one. It signs you out everywhere.">
          <form method="post" action={pages.sendOwnPasswordLink}>
            <button className="button quiet">Send a link to change the password</button>
          </form>
        </FormGroup>
        <FormGroup title="Security events" text="Sign-ins and changes to your account in the last 90 days.">
          <p className="links">
            <a href={pages.securityEvents}>See your security events</a>
          </p>
        </FormGroup>
        <FormGroup
          title="Where you are signed in"
          text="If one of these is not you, sign it out and change your password."
        >
          <ul className="sessions">
            {sessionList.map((each) => (
              <SessionLine key={each.id} session={each} />
            ))}
          </ul>
          <ConfirmForm
            id="everywhere"
            label="Sign out everywhere"
            title="Sign out everywhere?"
            action={pages.signOutEverywhere}
            confirm="Yes, sign out everywhere"
          >
            <p>You will be signed out in every browser and in the desktop app, here too.</p>
          </ConfirmForm>
        </FormGroup>
        {trustedBrowsers.length > 0 && <TrustedBrowsers list={trustedBrowsers} />}
      </FormLayout>
    </>
  ),
});

function SessionLine({ session }: { session: SessionSummary }) {
  const { id, created_at, last_seen_at, is_this } = session;
  return (
    <li>
      <div>
        <strong>{sessionLabel(session)}</strong> {is_this && <Badge tone="success">This browser</Badge>}
        <small>
          Last seen {timeAgo(last_seen_at)}, signed in on <DateText at={created_at} />
        </small>
      </div>
      {!is_this && (
        <form method="post" action={pages.endSession}>
          <input type="hidden" name="session_id" value={id} />
          <button className="button quiet">
            Sign out <span className="unseen">{sessionLabel(session)}</span>
          </button>
        </form>
      )}
    </li>
  );
}

const endForm = formPost(
  { access: "session", not_impersonated: true, body: z.object({ session_id: uuid() }) } as const,
  {
    path: pages.endSession,
    back: pages.sessions,
    send: (ctx, { body }) => endSession(ctx, body.session_id),
    done: () => "That session is signed out.",
  },
);

const passwordLinkForm = formPost({ access: "session", not_impersonated: true } as const, {
  path: pages.sendOwnPasswordLink,
  back: pages.sessions,
  async send(ctx) {
    const { email } = await readProfile(ctx);
    await requestPasswordReset(ctx, { email });
    return email;
  },
  done: (email) => `We sent a link to ${email}. Until you use it, your password stays as it is.`,
});

export const sessions = [sessionsPage, endForm, endTrustForm, passwordLinkForm];

import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { AdminUser } from "../../../worker/domain/people/index.ts";
import type { UserSession } from "../../../worker/domain/identity/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { FormGroup } from "../../../worker/ui/layouts/layouts.tsx";
import { timeAgo, sessionLabel } from "../../portal/session-place.ts";

type SessionsProps = { user: AdminUser; sessions: readonly UserSession[]; is_self: boolean };

export function Sessions({ user, sessions, is_self }: SessionsProps) {
  const { id, first_name, last_name } = user;
  if (is_self)
    return (
      <FormGroup id="sessions" title="Sessions" text="Your own sessions are listed in your account.">
        <p className="links">
          <a href={pages.sessions}>Your sessions</a>
        </p>
      </FormGroup>
    );
  if (sessions.length === 0)
    return <FormGroup id="sessions" title="Sessions" text="This user has no active sessions." />;
  return (
    <FormGroup id="sessions" title="Sessions">
      <ul className="sessions">
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <strong>{sessionLabel(session)}</strong>
              <small>
                Last seen {timeAgo(session.last_seen_at)}, signed in on <DateText at={session.created_at} />
              </small>
            </div>
            <ConfirmForm
              id={`end-${session.id}`}
              label="Sign out"
              title={`Sign ${first_name} out of ${sessionLabel(session)}?`}
              action={hrefOf(pages.endPersonSession, { user_id: id })}
              confirm="Yes, sign them out"
              is_dangerous
            >
              <input type="hidden" name="session_id" value={session.id} />
              <p>Unsaved changes there are lost.</p>
            </ConfirmForm>
          </li>
        ))}
      </ul>
      <ConfirmForm
        id="sign-out-everywhere"
        label="Sign out everywhere"
        title={`Sign ${first_name} ${last_name} out everywhere?`}
        action={hrefOf(pages.signPersonOut, { user_id: id })}
        confirm="Yes, sign them out"
        is_dangerous
      >
        <p>In every browser and in the desktop app, at once. They can sign in again with their password.</p>
      </ConfirmForm>
    </FormGroup>
  );
}

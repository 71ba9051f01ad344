import { ConfirmForm } from "../../worker/ui/forms/confirm-form.tsx";
import { FormGroup } from "../../worker/ui/layouts/layouts.tsx";
import { Badge } from "../../worker/ui/parts/badge.tsx";
import { DateText } from "../../worker/ui/date.tsx";
import type { SessionSummary } from "../../worker/domain/sessions/index.ts";
import { browserName } from "./browser-name.ts";
import { pages } from "../../worker/contract/pages.ts";

const minuteMs = 60_000;

/** "12 minutes ago"; a session that is older than a day has ended. */
function ago(at: string): string {
  const minutes = Math.floor((Date.now() - Date.parse(at)) / minuteMs);
  if (minutes < 2) return "just now";
  return minutes < 120 ? `${minutes} minutes ago` : `${Math.floor(minutes / 60)} hours ago`;
}

/** Where a person is signed in, and the way to end it all; works without script. */
export function Sessions({ sessions }: { sessions: SessionSummary[] }) {
  return (
    <FormGroup title="Where you are signed in">
      <ul className="sessions">
        {sessions.map(({ id, kind, user_agent, created_at, last_seen_at, is_this }) => (
          <li key={id}>
            <strong>{kind === "bearer" ? "Flowpoint desktop app" : browserName(user_agent)}</strong>{" "}
            {is_this && <Badge tone="success">This browser</Badge>}
            <small>
              Last seen {ago(last_seen_at)}, signed in on <DateText at={created_at} />
            </small>
          </li>
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
  );
}

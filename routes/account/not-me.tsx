import * as z from "zod/mini";
import { securityEventLabels } from "../../worker/contract/people/security-event-words.ts";
import { browserName } from "../../worker/contract/people/browser-names.ts";
import { placeName } from "../../worker/contract/people/place-name.ts";
import { Failure } from "../../worker/contract/errors.ts";
import { freeText, uuid } from "../../worker/contract/fields.ts";
import { pages } from "../../worker/contract/pages.ts";
import {
  findSecurityEvent,
  type ReportableEvent,
  type ReportResult,
  reportSecurityEvent,
} from "../../worker/domain/identity/index.ts";
import { page } from "../../worker/http/page.ts";
import type { LoadInput } from "../../worker/http/page-spec.ts";
import type { PublicSettings } from "../../worker/http/public-settings.ts";
import { TimeText } from "../../worker/ui/date.tsx";
import { AccountLayout } from "../../worker/ui/frame/account-layout.tsx";
import { Facts } from "../../worker/ui/parts/facts.tsx";

const linkParams = z.object({
  event_id: uuid(),
  user_id: uuid(),
  token: freeText(64, "The signature of the mailed link"),
});
type Input = Pick<LoadInput<"public", typeof linkParams>, "ctx" | "params">;
type State = { name: "asking"; event: ReportableEvent } | { name: ReportResult | "failed" };

const toFailedState = (error: unknown): State => {
  if (error instanceof Failure) return { name: "failed" };
  throw error;
};

const loadQuestion = ({ ctx, params }: Input): Promise<State> =>
  findSecurityEvent(ctx, params).then((event) => ({ name: "asking", event }), toFailedState);

/** Needs a button press, because mail scanners open links too. */
const handleReport = ({ ctx, params }: Input): Promise<State> =>
  reportSecurityEvent(ctx, params).then((name) => ({ name }), toFailedState);

const titles: Record<State["name"], string> = {
  asking: "Was this not you?",
  mailed: "Everybody is signed out",
  "address taken": "Everybody is signed out",
  inactive: "Everybody is signed out",
  failed: "This link no longer works",
};

const Question = ({ event }: { event: ReportableEvent }) => (
  <form method="post">
    <Facts
      facts={[
        ["What", securityEventLabels[event.kind]],
        ["When", <TimeText key="when" at={event.created_at} />],
        ["Where", placeName(event) ?? "Unknown"],
        ["Browser", event.user_agent === null ? "Unknown" : browserName(event.user_agent)],
      ]}
    />
    <p className="subtitle">
      If it was you, close this page. If not, press the button: it signs everybody out, undoes what was changed since,
      blocks the password, and emails you a link to choose a new one.
    </p>
    <button className="button">This was not me</button>
  </form>
);

const DoneText = ({ text }: { text: string }) => <p className="subtitle">{text}</p>;

const view = (state: State, { settings }: { settings: PublicSettings }) => (
  <AccountLayout home={pages.home}>
    <h1>{titles[state.name]}</h1>
    {state.name === "asking" && <Question event={state.event} />}
    {state.name === "mailed" && (
      <DoneText text="What was changed since is undone, and the password is blocked. We emailed you a link to choose a new one. It works for 1 hour." />
    )}
    {state.name === "address taken" && (
      <DoneText text="Your account is blocked. Somebody else has your previous email address now, so we could not put it back." />
    )}
    {state.name === "inactive" && (
      <DoneText text="What was changed since is undone, and the password is blocked. Your account is inactive, so we did not email you a link to choose a new one." />
    )}
    {(state.name === "failed" || state.name === "address taken" || state.name === "inactive") && (
      <p className="subtitle">
        Please <a href={`mailto:${settings.support_email}`}>contact support</a>, and we will help you get your account
        back.
      </p>
    )}
  </AccountLayout>
);

const pageDefaults = {
  path: pages.notMe,
  access: "public" as const,
  params: linkParams,
  head: ({ name }: State) => ({ title: `${titles[name]} · CrunchBox`, no_referrer: true, no_store: true }),
  view,
};

export const notMe = [
  page({ ...pageDefaults, load: loadQuestion }),
  page({ ...pageDefaults, method: "POST", load: handleReport }),
];

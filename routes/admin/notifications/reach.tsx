import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { getBroadcast, Preview } from "../../../worker/domain/notifications/index.ts";
import { Progress } from "../../../worker/ui/figures/progress.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { formatCount } from "../software/labels.ts";
import { appLabels, stateLabels } from "./labels.ts";
import { MustReadCheck } from "./must-read.tsx";

type ReachCounts = Preview["reach"];
type BroadcastDetails = Awaited<ReturnType<typeof getBroadcast>>;

const textIfAny = (count: number, text: string) => (count > 0 ? [`${count.toLocaleString("en-US")} ${text}`] : []);

/** "14 people of 3 organizations get it: 14 in the app, 12 by mail (2 turned mails off)." */
export function reachText({ people, organizations, ...reach }: ReachCounts): string {
  const inParentheses = (parts: string[]) => (parts.length > 0 ? ` (${parts.join(", ")})` : "");
  const isAnyPositive = (count: number, ...rest: number[]) => count + rest.reduce((sum, each) => sum + each, 0) > 0;
  const channels = [
    ...textIfAny(reach.app, "in the app"),
    ...(isAnyPositive(reach.email, reach.email_off)
      ? [
          `${reach.email.toLocaleString("en-US")} by mail${inParentheses(textIfAny(reach.email_off, "turned mails off"))}`,
        ]
      : []),
    ...(isAnyPositive(reach.phone, reach.phone_off, reach.phone_missing)
      ? [
          `${reach.phone.toLocaleString("en-US")} by text message${inParentheses([
            ...textIfAny(reach.phone_missing, "have no number"),
            ...textIfAny(reach.phone_off, "turned them off"),
          ])}`,
        ]
      : []),
  ];
  const peopleText = `${formatCount(people, "person", "people")} of ${formatCount(organizations, "organization")} ${people === 1 ? "gets" : "get"} it`;
  return `${peopleText}: ${channels.join(", ")}.`;
}

type ReachProps = { preview: Pick<Preview, "reach" | "recipients">; has_conditions: boolean };

export const Reach = ({ preview: { reach, recipients }, has_conditions }: ReachProps) => (
  <section>
    <h2>Who gets it</h2>
    <div className="card">
      <p>{reachText(reach)}</p>
      <details>
        <summary>{recipients.length < reach.people ? `The first ${recipients.length} of them` : "Their names"}</summary>
        <ul className="recipients">
          {recipients.map(({ email, name }) => (
            <li key={email}>
              {name} <small>{email}</small>
            </li>
          ))}
        </ul>
      </details>
      {has_conditions && (
        <p className="small">
          The conditions are read again when it is sent: who no longer meets them then gets nothing, and who does by
          then gets it.
        </p>
      )}
      {reach.email_returned > 0 && (
        <p className="notice warning">
          Mail came back from {reach.email_returned.toLocaleString("en-US")} of these addresses before; this email is
          sent there again.
        </p>
      )}
    </div>
  </section>
);

type SendFormProps = {
  id: string;
  updated_at: string;
  reach: ReachCounts;
  title: string;
  is_must_read: boolean;
  is_scheduled: boolean;
};

/** A draft is sent at most once, and only in the reviewed version. */
export const SendForm = ({ id, updated_at, reach, title, is_must_read, is_scheduled }: SendFormProps) => (
  <ConfirmForm
    id="send"
    label={`${is_scheduled ? "Send now to" : "Send to"} ${formatCount(reach.people, "person", "people")}`}
    is_main
    title={`Send “${title}”?`}
    action={hrefOf(pages.sendAdminNotification, { id })}
    confirm={`Send to ${formatCount(reach.people, "person", "people")}`}
    dismiss="Not yet"
  >
    <input type="hidden" name="updated_at" value={updated_at} />
    <p>{reachText(reach)}</p>
    {is_must_read && <MustReadCheck />}
    <p>This cannot be undone.</p>
  </ConfirmForm>
);

export const countWaiting = ({ results: { app, email, phone } }: BroadcastDetails): number =>
  app.waiting + email.waiting + phone.waiting;

const sumCounts = (counts: Record<string, number>) =>
  Object.entries(counts).reduce((sum, [state, count]) => sum + (state === "none" ? 0 : count), 0);

export function Results({ broadcast }: { broadcast: BroadcastDetails }) {
  const { id, results } = broadcast;
  const waitingCount = countWaiting(broadcast);
  const { app, email, phone } = results;
  const processedCount =
    app.unread + app.read + email.sent + email.bounced + email["given-up"] + phone.sent + phone["given-up"];
  const mailStates = Object.entries(results.email).filter(([state, count]) => state !== "none" && count > 0);
  const textStates = Object.entries(results.phone).filter(([state, count]) => state !== "none" && count > 0);
  const recipientsHref = (filter: Record<string, string>) =>
    hrefOf(pages.notificationRecipients, {}, { broadcast_id: id, ...filter });
  const textByState = new Map<string, string>(
    Object.entries(stateLabels).map(([state, [, text]]) => [state, text.toLowerCase()]),
  );
  return (
    <section>
      <h2>Delivery results</h2>
      {waitingCount > 0 && (
        <Progress label="Messages sent" value={processedCount} max={processedCount + waitingCount} />
      )}
      <Facts
        facts={[
          ...(sumCounts(results.app) > 0
            ? [
                [
                  "In the app",
                  <StateLinks
                    key="app"
                    states={(["waiting", "read", "unread"] as const).flatMap((state) =>
                      app[state] > 0
                        ? [[app[state], appLabels[state].toLowerCase(), recipientsHref({ app: state })] as const]
                        : [],
                    )}
                  />,
                ] as const,
              ]
            : []),
          ...(mailStates.length > 0
            ? [
                [
                  "By mail",
                  <StateLinks
                    key="mail"
                    states={mailStates.map(([mail, count]) => [
                      count,
                      textByState.get(mail) ?? mail,
                      recipientsHref({ mail }),
                    ])}
                  />,
                ] as const,
              ]
            : []),
          ...(textStates.length > 0
            ? [
                [
                  "By text message",
                  <StateLinks
                    key="text"
                    states={textStates.map(([state, count]) => [
                      count,
                      textByState.get(state) ?? state,
                      recipientsHref({}),
                    ])}
                  />,
                ] as const,
              ]
            : []),
        ]}
      />
      <p className="links">
        <a href={recipientsHref({})}>All recipients</a>
      </p>
    </section>
  );
}

type StateCount = readonly [count: number, text: string, href: string];

const StateLinks = ({ states }: { states: readonly StateCount[] }) => (
  <ul className="states">
    {states.map(([count, text, href]) => (
      <li key={text}>
        <a href={href}>
          {count.toLocaleString("en-US")} {text}
        </a>
      </li>
    ))}
  </ul>
);

import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { getBroadcast, Preview } from "../../../worker/domain/notifications/index.ts";
import { Progress } from "../../../worker/ui/figures/progress.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { counted } from "../software/labels.ts";
import { appText, stateLabels } from "./labels.ts";
import { MustReadCheck } from "./must-read.tsx";

type Reached = Preview["reach"];
type Sent = Awaited<ReturnType<typeof getBroadcast>>;

const some = (count: number, text: string) => (count > 0 ? [`${count.toLocaleString("en-US")} ${text}`] : []);

/** "14 people of 3 organizations get it: 14 in the app, 12 by mail (2 turned mails off)." */
export function reachText({ people, organizations, ...reach }: Reached): string {
  const without = (parts: string[]) => (parts.length > 0 ? ` (${parts.join(", ")})` : "");
  const isAnyPositive = (count: number, ...rest: number[]) => count + rest.reduce((sum, each) => sum + each, 0) > 0;
  const ways = [
    ...some(reach.app, "in the app"),
    ...(isAnyPositive(reach.email, reach.email_off)
      ? [`${reach.email.toLocaleString("en-US")} by mail${without(some(reach.email_off, "turned mails off"))}`]
      : []),
    ...(isAnyPositive(reach.phone, reach.phone_off, reach.phone_missing)
      ? [
          `${reach.phone.toLocaleString("en-US")} by text message${without([
            ...some(reach.phone_missing, "have no number"),
            ...some(reach.phone_off, "turned them off"),
          ])}`,
        ]
      : []),
  ];
  const who = `${counted(people, "person", "people")} of ${counted(organizations, "organization")} ${people === 1 ? "gets" : "get"} it`;
  return `${who}: ${ways.join(", ")}.`;
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
  reach: Reached;
  title: string;
  is_must_read: boolean;
  is_scheduled: boolean;
};

/** A draft is sent at most once, and only in the reviewed version. */
export const SendForm = ({ id, updated_at, reach, title, is_must_read, is_scheduled }: SendFormProps) => (
  <ConfirmForm
    id="send"
    label={`${is_scheduled ? "Send now to" : "Send to"} ${counted(reach.people, "person", "people")}`}
    is_main
    title={`Send “${title}”?`}
    action={hrefOf(pages.sendAdminNotification, { id })}
    confirm={`Send to ${counted(reach.people, "person", "people")}`}
    dismiss="Not yet"
  >
    <input type="hidden" name="updated_at" value={updated_at} />
    <p>{reachText(reach)}</p>
    {is_must_read && <MustReadCheck />}
    <p>This cannot be undone.</p>
  </ConfirmForm>
);

export const waitingOf = ({ results: { app, email, phone } }: Sent): number =>
  app.waiting + email.waiting + phone.waiting;

const total = (counts: Record<string, number>) =>
  Object.entries(counts).reduce((sum, [state, count]) => sum + (state === "none" ? 0 : count), 0);

export function Results({ broadcast }: { broadcast: Sent }) {
  const { id, results } = broadcast;
  const waiting = waitingOf(broadcast);
  const { app, email, phone } = results;
  const delivered =
    app.unread + app.read + email.sent + email.bounced + email["given-up"] + phone.sent + phone["given-up"];
  const mails = Object.entries(results.email).filter(([state, count]) => state !== "none" && count > 0);
  const texts = Object.entries(results.phone).filter(([state, count]) => state !== "none" && count > 0);
  const href = (filter: Record<string, string>) =>
    hrefOf(pages.notificationRecipients, {}, { broadcast_id: id, ...filter });
  const textByState = new Map<string, string>(
    Object.entries(stateLabels).map(([state, [, text]]) => [state, text.toLowerCase()]),
  );
  return (
    <section>
      <h2>Delivery results</h2>
      {waiting > 0 && <Progress label="Messages sent" value={delivered} max={delivered + waiting} />}
      <Facts
        facts={[
          ...(total(results.app) > 0
            ? [
                [
                  "In the app",
                  <States
                    key="app"
                    states={(["waiting", "read", "unread"] as const).flatMap((state) =>
                      app[state] > 0 ? [[app[state], appText[state].toLowerCase(), href({ app: state })] as const] : [],
                    )}
                  />,
                ] as const,
              ]
            : []),
          ...(mails.length > 0
            ? [
                [
                  "By mail",
                  <States
                    key="mail"
                    states={mails.map(([mail, count]) => [count, textByState.get(mail) ?? mail, href({ mail })])}
                  />,
                ] as const,
              ]
            : []),
          ...(texts.length > 0
            ? [
                [
                  "By text message",
                  <States
                    key="text"
                    states={texts.map(([state, count]) => [count, textByState.get(state) ?? state, href({})])}
                  />,
                ] as const,
              ]
            : []),
        ]}
      />
      <p className="links">
        <a href={href({})}>All recipients</a>
      </p>
    </section>
  );
}

type State = readonly [count: number, text: string, href: string];

const States = ({ states }: { states: readonly State[] }) => (
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

// The file is long because page and forms share the names of one table, whose boxes are forms.
import * as z from "zod/mini";
import {
  type DigestFrequency,
  digestFrequencies,
  isOptionalType,
  type NotificationRow,
  notificationRowNames,
  rowOf,
} from "../../../worker/contract/notification-choices.ts";
import { textableTypes } from "../../../worker/contract/notification-types.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { chooseTextTypes as chooseTextTypesContract } from "../../../worker/contract/v1/sso/phone.ts";
import { updateProfile as contract } from "../../../worker/contract/v1/sso/user.ts";
import { updateProfile } from "../../../worker/domain/people/index.ts";
import {
  getNotificationSettings,
  getPhone,
  type NotificationSettings,
  type Phone,
  switchMails,
  switchTexts,
  updateNotificationSettings,
} from "../../../worker/domain/notifications/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { Icon } from "../../../worker/ui/figures/icon.tsx";
import { FormGroup, FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { settingsLayout } from "../../layouts.tsx";
import { StoppedNotice } from "../phone.tsx";

const subscribedField = "notification_settings.is_subscribed";
type Channel = "email" | "phone";
type SettingsData = NotificationSettings & { phone: Phone };

const settingsPage = page({
  path: pages.notificationSettings,
  access: "session",
  layout: settingsLayout,
  section: "Notifications",
  query: z.object({ saved: z.optional(z.string().check(z.maxLength(32))) }),
  async load({ ctx }): Promise<SettingsData> {
    const [settings, phone] = await Promise.all([getNotificationSettings(ctx), getPhone(ctx)]);
    return { ...settings, phone };
  },
  head: () => ({ title: "Notification settings · CrunchBox", no_store: true }),
  view: (settings, { viewer, query }) => {
    // an impersonating administrator does not see the phone number
    const phone = settings.phone.is_available && !viewer.impersonator ? settings.phone : undefined;
    return (
      <>
        <PageHeader title="Notifications" subtitle="Choose what you get, and where. Each box saves itself." />
        <FormLayout>
          <SubscriptionSwitch is_subscribed={settings.is_subscribed} />
          <FormGroup title="What you get, and where" text="Everything is in the app, under the bell.">
            {phone?.is_opted_out && <StoppedNotice phone={phone} />}
            <Matrix settings={settings} phone={phone?.number === null ? undefined : phone} saved={query.saved} />
          </FormGroup>
          <DigestChoice digest={settings.digest} />
          <FormGroup title="Where we send them">
            <Facts
              facts={[
                ["Email", settings.email],
                ...(phone ? [["Text messages", phone.number ?? "No number yet"] as const] : []),
              ]}
            />
            <p className="links">
              <a href={pages.profile}>Change the email in your profile</a>
              {phone && (
                <a href={pages.phone}>{phone.number === null ? "Verify a phone number" : "Change the phone number"}</a>
              )}
            </p>
          </FormGroup>
        </FormLayout>
      </>
    );
  },
});

function SubscriptionSwitch({ is_subscribed: isSubscribed }: { is_subscribed: boolean }) {
  return (
    <FormGroup title="Reminders and news">
      <form className="switch-line" method="post" action={pages.notificationSettings}>
        <p>
          {isSubscribed
            ? "We send them as you choose below."
            : "All of them are off. You see them only in the app. We keep your choices below."}
        </p>
        <input type="hidden" name={subscribedField} value={String(!isSubscribed)} />
        <button className={isSubscribed ? "button quiet" : "button"}>
          {isSubscribed ? "Turn off all reminders and news" : "Turn on reminders and news"}
        </button>
      </form>
    </FormGroup>
  );
}

/** `phone` is set only if its number is verified. */
type MatrixProps = { settings: NotificationSettings; phone: Phone | undefined; saved: string | undefined };

function Matrix({ settings, phone, saved }: MatrixProps) {
  return (
    <table className="matrix">
      <thead>
        <tr>
          <th scope="col">Message</th>
          <th scope="col">In app</th>
          <th scope="col">Email</th>
          {phone && <th scope="col">Text</th>}
        </tr>
      </thead>
      <tbody>
        {notificationRowNames.map((row) => (
          <tr key={row}>
            <th scope="row">
              {rowOf(row).label}
              <small>{[rowOf(row).text, rowOf(row).lock].filter(Boolean).join(". ")}</small>
            </th>
            <td>
              <Icon name="check" />
              <span className="unseen">Always</span>
            </td>
            <td>
              <EmailCell row={row} settings={settings} saved={saved} />
            </td>
            {phone && (
              <td>
                <TextCell row={row} phone={phone} settings={settings} saved={saved} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const rowOptionalTypes = (row: NotificationRow) => rowOf(row).types.filter(isOptionalType);
const rowTextableTypes = (row: NotificationRow) => textableTypes.filter((type) => rowOf(row).types.includes(type));

type CellProps = { row: NotificationRow; settings: NotificationSettings; saved: string | undefined };

function EmailCell({ row, settings: { is_subscribed: isSubscribed, email_off }, saved }: CellProps) {
  const { lock } = rowOf(row);
  if (lock !== undefined)
    return (
      <span title={lock}>
        <Icon name="lock" />
        <span className="unseen">{lock}</span>
      </span>
    );
  const isOn = !rowOptionalTypes(row).some((type) => email_off.includes(type));
  return <Box row={row} channel="email" state={isSubscribed && isOn} is_disabled={!isSubscribed} saved={saved} />;
}

function TextCell({ row, phone, settings: { is_subscribed: isSubscribed }, saved }: CellProps & { phone: Phone }) {
  const types = rowTextableTypes(row);
  if (types.length === 0)
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="unseen">Never</span>
      </>
    );
  const isOff = rowOptionalTypes(row).length > 0 && !isSubscribed;
  const chosenCount = types.filter((type) => phone.types.includes(type)).length;
  const state = chosenCount > 0 && chosenCount < types.length ? "mixed" : chosenCount > 0;
  return <Box row={row} channel="phone" state={isOff ? false : state} is_disabled={isOff} saved={saved} />;
}

type BoxProps = {
  row: NotificationRow;
  channel: Channel;
  state: boolean | "mixed";
  is_disabled: boolean;
  saved: string | undefined;
};

/**
 * Each checkbox is the submit button of its own form, so that it saves without script. The form returns to the box's
 * fragment, which focuses the box again.
 */
function Box({ row, channel, state, is_disabled, saved }: BoxProps) {
  const isSaved = saved === `${row}-${channel}`;
  return (
    <form method="post" action={channel === "email" ? pages.switchNotification : pages.textTypes}>
      <input type="hidden" name="row" value={row} />
      <input type="hidden" name="is_on" value={String(state !== true)} />
      <button
        className="box"
        role="checkbox"
        aria-checked={state}
        aria-label={`${rowOf(row).label} by ${channel === "email" ? "email" : "text message"}`}
        disabled={is_disabled}
        data-saved={isSaved ? "" : undefined}
        id={`${row}-${channel}`}
      >
        {state === true && <Icon name="check" />}
      </button>
    </form>
  );
}

const digestLabels: Record<DigestFrequency, string> = {
  at_once: "Right away",
  daily: "Once a day",
  weekly: "Once a week",
};

function DigestChoice({ digest }: { digest: DigestFrequency }) {
  return (
    <FormGroup
      title="How often"
      text="We can send reminders and news together in one email, each morning or on Mondays. Renewal reminders wait a day at most."
    >
      <form method="post" action={pages.notificationDigest}>
        <div className="choice-buttons">
          {digestFrequencies.map((each) => (
            <button key={each} className="button quiet" name="digest" value={each} aria-pressed={each === digest}>
              {digestLabels[each]}
            </button>
          ))}
        </div>
      </form>
    </FormGroup>
  );
}

const switchBody = z.object({ row: z.enum(notificationRowNames), is_on: z.boolean() });

const savedHref = (channel: Channel) => (row: NotificationRow | undefined) =>
  row === undefined
    ? pages.notificationSettings
    : `${pages.notificationSettings}?saved=${row}-${channel}#${row}-${channel}`;

const switchMailForm = formPost({ access: "session", body: switchBody } as const, {
  path: pages.switchNotification,
  async send(ctx, { body: { row, is_on } }) {
    await switchMails(ctx, rowOptionalTypes(row), is_on);
    return row;
  },
  back: savedHref("email"),
});

const switchTextForm = formPost({ ...chooseTextTypesContract, body: switchBody } as const, {
  path: pages.textTypes,
  async send(ctx, { body: { row, is_on } }) {
    await switchTexts(ctx, rowTextableTypes(row), is_on);
    return row;
  },
  back: savedHref("phone"),
});

const digestForm = formPost({ access: "session", body: z.object({ digest: z.enum(digestFrequencies) }) } as const, {
  path: pages.notificationDigest,
  send: (ctx, { body }) => updateNotificationSettings(ctx, body),
  back: pages.notificationSettings,
  done: ({ digest }) =>
    digest === "at_once"
      ? "Saved. We send reminders and news right away."
      : `Saved. We send reminders and news together, ${digest === "daily" ? "each morning" : "on Monday mornings"}.`,
});

const saveForm = formPost(contract, {
  path: pages.notificationSettings,
  send: (ctx, { body }) => updateProfile(ctx, { notification_settings: body.notification_settings }),
  page: settingsPage,
  back: pages.notificationSettings,
  done: ({ notification_settings: { is_subscribed: isSubscribed } }) =>
    isSubscribed
      ? "Saved. We send reminders and news as you chose."
      : "Saved. Reminders and news appear only in the app.",
});

export const notificationSettings = [settingsPage, saveForm, switchMailForm, switchTextForm, digestForm];

import { definitionOf, textableTypes } from "../../../worker/contract/notification-types.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { chooseTextTypes as chooseTextTypesContract } from "../../../worker/contract/v1/sso/phone.ts";
import { updateProfile as contract } from "../../../worker/contract/v1/sso/user.ts";
import { updateProfile } from "../../../worker/domain/people/index.ts";
import {
  chooseTextTypes,
  getNotificationSettings,
  getPhone,
  type Phone,
} from "../../../worker/domain/notifications/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { FormGroup, FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { appLayout } from "../../layouts.tsx";
import { StoppedNotice } from "../phone.tsx";
import { subjectOf } from "./labels.ts";

const name = "notification_settings.is_subscribed";

const settingsPage = page({
  path: pages.notificationSettings,
  access: "session",
  layout: appLayout,
  section: "Notifications",
  async load({ ctx }) {
    const [settings, phone] = await Promise.all([getNotificationSettings(ctx), getPhone(ctx)]);
    return { ...settings, phone };
  },
  head: () => ({ title: "Notification settings · CrunchBox", no_store: true }),
  view: ({ email, phone, is_subscribed: isSubscribed }, { viewer, flash }) => (
    <>
      <PageHeader title="Notification settings" trail={[["Notifications", pages.notifications]]} />
      <FormLayout>
        <FormGroup title="Where they go" text="All notifications are in the app, under Notifications.">
          <Facts
            facts={[
              ["Email", email],
              // an impersonating administrator does not see the phone number
              ...(phone.is_available && !viewer.impersonator
                ? [["Text messages", phone.number ?? "No number yet"] as const]
                : []),
            ]}
          />
          <p className="links">
            <a href={pages.profile}>Change the email in your profile</a>
            {phone.is_available && !viewer.impersonator && (
              <a href={pages.phone}>{phone.number === null ? "Verify a phone number" : "Change the phone number"}</a>
            )}
          </p>
        </FormGroup>
        {phone.number !== null && !viewer.impersonator && <TextTypes phone={phone} typed={flash?.typed} />}
        <FormGroup title="Always sent" text="By email and in the app, because you may have to act on it.">
          <ul className="prose">
            <li>Your account: password, email address, roles, devices</li>
            <li>Orders: received, confirmed, shipped, canceled</li>
            <li>Payments: invoices, failures, refunds, disputes, subscriptions that start or end</li>
          </ul>
        </FormGroup>
        <FormGroup
          title="What you may turn off"
          text="Reminders of renewals, and news of software and plugin versions. If turned off, you get them only in the app."
        >
          <form method="post" action={pages.notificationSettings}>
            <input type="hidden" name={name} value="false" />
            <label className="check">
              <input type="checkbox" name={name} value="true" defaultChecked={isSubscribed} />
              Send me reminders and news by email and phone
            </label>
            <button className="button">Save</button>
          </form>
        </FormGroup>
      </FormLayout>
    </>
  ),
});

const subjects = [...new Set(textableTypes.map(subjectOf))];

function TextTypes({ phone, typed }: { phone: Phone; typed: Parameters<typeof fieldsOf>[0] }) {
  const { chosen } = fieldsOf(typed && "types" in typed.errors ? typed : undefined, { types: phone.types }).list(
    "types",
  );
  return (
    <FormGroup title="Also send as text messages" text={<>To {phone.number}. Sign-in links are sent only by email.</>}>
      {phone.is_opted_out && <StoppedNotice phone={phone} />}
      <form method="post" action={pages.textTypes}>
        {subjects.map((subject) => (
          <fieldset className="field" key={subject}>
            <legend className="label">{subject}</legend>
            {textableTypes
              .filter((type) => subjectOf(type) === subject)
              .map((type) => (
                <label className="check" key={type}>
                  <input type="checkbox" name="types" value={type} defaultChecked={chosen.includes(type)} />
                  {definitionOf(type).title}
                </label>
              ))}
          </fieldset>
        ))}
        <button className="button">Save text messages</button>
      </form>
    </FormGroup>
  );
}

const saveTexts = formPost(chooseTextTypesContract, {
  path: pages.textTypes,
  send: (ctx, { body }) => chooseTextTypes(ctx, body.types),
  page: settingsPage,
  back: pages.notificationSettings,
  done: ({ types }) =>
    types.length === 0
      ? "Saved. No text messages will be sent."
      : `Saved. ${types.length === 1 ? "One kind of notifications comes" : `${types.length} kinds of notifications come`} as text messages, too.`,
});

const save = formPost(contract, {
  path: pages.notificationSettings,
  send: (ctx, { body }) => updateProfile(ctx, { notification_settings: body.notification_settings }),
  page: settingsPage,
  back: pages.notificationSettings,
  done: ({ notification_settings: { is_subscribed: isSubscribed } }) =>
    isSubscribed
      ? "Saved. Reminders and news come by email again."
      : "Saved. Reminders and news appear only in the app.",
});

export const notificationSettings = [settingsPage, save, saveTexts];

import { pages } from "../../../worker/contract/pages.ts";
import { updateProfile as contract } from "../../../worker/contract/v1/sso/user.ts";
import { updateProfile } from "../../../worker/domain/accounts/index.ts";
import { getNotificationSettings } from "../../../worker/domain/inbox/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { FormGroup, FormLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { appLayout } from "../../layouts.tsx";

const name = "notification_settings.is_subscribed";

const settingsPage = page({
  path: pages.notificationSettings,
  access: "session",
  layout: appLayout,
  section: "Notifications",
  load: ({ ctx }) => getNotificationSettings(ctx),
  head: () => ({ title: "Notification settings · CrunchBox", no_store: true }),
  view: ({ email, phone, is_subscribed: isSubscribed }) => (
    <>
      <PageHeader title="Notification settings" trail={[["Notifications", pages.notifications]]} />
      <FormLayout>
        <FormGroup title="Where they go" text="Everything stands in the app, under Notifications.">
          <Facts
            facts={[
              ["Email", email],
              ["Phone", phone ?? "None, so you get no text messages"],
            ]}
          />
          <p>
            <a href={pages.profile}>Change them in your profile</a>
          </p>
        </FormGroup>
        <FormGroup title="What always comes" text="By email and in the app, because you may have to act on it.">
          <ul className="prose">
            <li>Your account: password, email address, roles, devices</li>
            <li>Orders: received, confirmed, shipped, canceled</li>
            <li>Payments: invoices, failures, refunds, disputes, subscriptions that start or end</li>
          </ul>
        </FormGroup>
        <FormGroup
          title="What you may turn off"
          text="Reminders of renewals, and news of software and plugin versions. Turned off, they come in the app alone."
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

const save = formPost(contract, {
  path: pages.notificationSettings,
  send: (ctx, { body }) => updateProfile(ctx, { notification_settings: body.notification_settings }),
  page: settingsPage,
  back: pages.notificationSettings,
  done: ({ notification_settings: { is_subscribed: isSubscribed } }) =>
    isSubscribed
      ? "Saved. Reminders and news come by email again."
      : "Saved. Reminders and news come in the app alone.",
});

/** What comes in any case, and what may be turned off. */
export const notificationSettings = [settingsPage, save];

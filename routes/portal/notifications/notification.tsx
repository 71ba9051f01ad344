import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/client/notifications.ts";
import {
  getNotification,
  markNotificationRead,
  markNotificationUnread,
} from "../../../worker/domain/notifications/index.ts";
import { afterLookup } from "../../../worker/domain/context.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { Redirect } from "../../../worker/http/page-spec.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { toSafeHref, Markdown } from "../../../worker/ui/parts/markdown.tsx";
import { appLayout } from "../../layouts.tsx";
import { subjectOf } from "./labels.ts";

/** Marks the notification as read when a user opens it, except during an impersonation. */
export const notificationPage = page({
  path: pages.notification,
  access: "session",
  layout: appLayout,
  section: "Notifications",
  params: contract.readNotification.params,
  async load({ ctx, params: { notification_id: id }, viewer, isNavigation }) {
    const [notification, person] = await Promise.all([getNotification(ctx, id), viewer()]);
    if (notification.read_at === null && isNavigation && !person.impersonator) {
      await markNotificationRead(await afterLookup(ctx), id);
      // the header must show the new count
      throw new Redirect(hrefOf(pages.notification, { notification_id: id }));
    }
    return notification;
  },
  head: ({ title }) => ({ title: `${title} · CrunchBox`, no_store: true }),
  view: ({ id, title, type, created_at, read_at, markdown, link }, { settings }) => {
    const href = link && toSafeHref(link.url, settings.store_base);
    return (
      <>
        <PageHeader
          trail={[["Notifications", pages.notifications]]}
          title={title}
          subtitle={
            <>
              {subjectOf(type)}, <DateText at={created_at} />
            </>
          }
          action={
            <>
              {read_at !== null && (
                <form method="post" action={hrefOf(pages.unreadNotification, { notification_id: id })}>
                  <button className="button quiet">Mark as unread</button>
                </form>
              )}
              {href && (
                <a className="button" href={href}>
                  {link.label}
                </a>
              )}
            </>
          }
        />
        <div className="card">
          <Markdown text={markdown} origin={settings.store_base} />
        </div>
      </>
    );
  },
});

export const unreadNotificationForm = formPost(contract.unreadNotification, {
  path: pages.unreadNotification,
  send: (ctx, { params }) => markNotificationUnread(ctx, params.notification_id),
  back: pages.notifications,
});

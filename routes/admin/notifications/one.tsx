// The file is long because the page of a notification and the forms of its draft share refusals and preview.
import * as z from "zod/mini";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { Notice } from "../../../islands/ui/notice.tsx";
import { Failure } from "../../../worker/contract/errors.ts";
import { versionField, uuid } from "../../../worker/contract/fields.ts";
import type { MessagesByErrcode } from "../../../worker/contract/messages.ts";
import { definitionOf, isNotificationType } from "../../../worker/contract/notification-types.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import { listHref } from "../../../worker/contract/page-query.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/broadcasts.ts";
import {
  type Broadcast,
  getBroadcast,
  getDraft,
  type Preview,
  previewDraft,
  sendDraft,
} from "../../../worker/domain/notifications/index.ts";
import { listObjectAudit } from "../../../worker/domain/platform/index.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import { formPost } from "../../../worker/http/form.ts";
import { framedPage } from "../../../worker/http/framed.ts";
import { page } from "../../../worker/http/page.ts";
import { TimeText } from "../../../worker/ui/date.tsx";
import { ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { History } from "../../../worker/ui/parts/history.tsx";
import { Markdown } from "../../../worker/ui/parts/markdown.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { RefreshNote, refreshSeconds } from "../integrations/refresh.tsx";
import { formatCount } from "../software/labels.ts";
import { Reach, Results, SendForm, countWaiting } from "./reach.tsx";
import { audienceText, stateBadge, titleOf } from "./labels.ts";
import { requireMustRead } from "./must-read.tsx";
import { SaveAudienceForm, saveForm } from "./saved-audiences.tsx";
import { Schedule, scheduleForm } from "./schedule.tsx";

const params = z.object({ id: uuid() });
const query = z.object({ recipient_id: z.optional(uuid()), still: z.optional(z.literal("1")) });
const actsMax = 6;
const auditSubject = (id: string) => ({ subject_type: "notification", subject_id: id }) as const;
const notificationHref = (id: string) => hrefOf(pages.adminNotification, { id });

async function findPreview(ctx: ReadCtx, id: string, recipient_id: string | undefined) {
  try {
    return await previewDraft(ctx, id, recipient_id);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

const notificationPage = page({
  path: pages.adminNotification,
  access: "notifications:read",
  layout: consoleLayout,
  section: "Notifications",
  params,
  query,
  async load({ ctx, params: { id }, query: { recipient_id } }) {
    const [broadcast, preview, acts] = await Promise.all([
      getBroadcast(ctx, id),
      findPreview(ctx, id, recipient_id),
      listObjectAudit(ctx, { ...auditSubject(id), limit: actsMax }),
    ]);
    return { broadcast, preview, acts, is_under_way: countWaiting(broadcast) > 0 };
  },
  head: ({ broadcast, is_under_way: isRunning }, { query: { still } }) => ({
    title: `${titleOf(broadcast)} · CrunchBox`,
    no_store: true,
    has_frames: true,
    refresh_s: refreshSeconds({ isRunning, still }),
  }),
  view: (
    { broadcast, preview, acts, is_under_way: isRunning },
    { ctx, query: { still }, settings, url, viewer, flash },
  ) => {
    const { id, type, sent_at, sent_by, send_at, people, organizations } = broadcast;
    const [tone, stateText] = stateBadge(broadcast);
    const canSend = can(viewer, "news:act") && !sent_at;
    const schedule = canSend && (
      <Schedule
        id={id}
        updated_at={preview?.updated_at ?? broadcast.updated_at}
        send_at={send_at}
        is_blocked={broadcast.is_blocked}
        is_must_read={type === "mustRead"}
        zone={ctx.time_zone()}
        typed={flash?.typed && "day" in flash.typed.values ? flash.typed : undefined}
      />
    );
    const saveAudience = broadcast.audience && can(viewer, "news:act") && (
      <SaveAudienceForm id={id} typed={flash?.typed && "name" in flash.typed.values ? flash.typed : undefined} />
    );
    const history = <History entries={acts} more={hrefOf(pages.audit, {}, auditSubject(id))} />;
    return (
      <>
        <PageHeader
          trail={[["Notifications", listHref(pages.adminNotifications, url)]]}
          title={titleOf(broadcast)}
          badges={<Badge tone={tone}>{stateText}</Badge>}
          subtitle={
            sent_at ? (
              <>
                Sent to {formatCount(people, "person", "people")} of {formatCount(organizations, "organization")} on{" "}
                <TimeText at={sent_at} />
                {sent_by && ` by ${sent_by.first_name} ${sent_by.last_name}`}. To: {audienceText(broadcast)}.
              </>
            ) : (
              <>
                {send_at && !broadcast.is_blocked ? (
                  <>
                    Sent by itself on <TimeText at={send_at} />.
                  </>
                ) : (
                  "Nothing is sent yet."
                )}{" "}
                To: {audienceText(broadcast)}.
              </>
            )
          }
          action={
            canSend && (
              <>
                {isNotificationType(type) && (
                  <a className="button quiet" href={hrefOf(pages.composeNotification, { type }, { draft: id })}>
                    Change it
                  </a>
                )}
                {preview && (
                  <SendForm
                    id={id}
                    updated_at={preview.updated_at}
                    reach={preview.reach}
                    title={titleOf(broadcast)}
                    is_must_read={type === "mustRead"}
                    is_scheduled={send_at !== null}
                  />
                )}
              </>
            )
          }
        />
        {broadcast.missed_at && (
          <Notice tone="warning">
            It was not sent on <TimeText at={broadcast.missed_at} />, because{" "}
            {broadcast.missed_reason === "no_permission"
              ? `${schedulerName(broadcast)} was no longer allowed to send notifications.`
              : "it had no recipients then."}
          </Notice>
        )}
        {broadcast.is_blocked && (
          <Notice tone="warning">
            <p>
              It will not be sent: {schedulerName(broadcast)} set the time, and may no longer send notifications.
              {canSend && (
                <>
                  {" "}
                  <a href="#schedule">Take it over</a> to send it at that time in your name.
                </>
              )}
            </p>
          </Notice>
        )}
        <RefreshNote isRunning={isRunning} still={still} path={notificationHref(id)} />
        {preview ? (
          <ObjectLayout
            aside={
              <div className="steps">
                {sent_at ? (
                  <Results broadcast={broadcast} />
                ) : (
                  <Reach preview={preview} has_conditions={broadcast.audience !== null} />
                )}
                {saveAudience}
                {schedule}
                {history}
              </div>
            }
          >
            <PreviewSection id={id} preview={preview} origin={settings.store_base} />
          </ObjectLayout>
        ) : (
          <ObjectLayout
            aside={
              <div className="steps">
                {send_at && schedule}
                {history}
              </div>
            }
          >
            {sent_at ? <Results broadcast={broadcast} /> : <p>{noPreviewText(type)}</p>}
          </ObjectLayout>
        )}
      </>
    );
  },
});

function noPreviewText(type: string): string {
  if (!isNotificationType(type)) return "This notification cannot be sent because its type no longer exists.";
  return definitionOf(type).is_secret
    ? "This notification has a link that opens an account, so only its recipient sees it."
    : "This notification has no recipients now: nobody meets its conditions, or they are inactive.";
}

const schedulerName = ({ scheduled_by: by }: Broadcast) => (by ? `${by.first_name} ${by.last_name}` : "A former user");

function PreviewSection({ id, preview, origin }: { id: string; preview: Preview; origin: string }) {
  const { recipient, recipients, mail, app, phone } = preview;
  const userId = recipient.user_id ?? "";
  const options = recipients.map((each) => [each.user_id ?? "", `${each.name}, ${each.email}`] as const);
  const isListed = options.some(([value]) => value === userId);
  const all = isListed ? options : [[userId, `${recipient.name}, ${recipient.email}`] as const, ...options];
  return (
    <>
      <form className="toolbar alone" action={notificationHref(id)}>
        <SelectField name="recipient_id" label="As it looks to" defaultValue={userId} options={all} />
        <button className="button quiet">See it</button>
      </form>
      <section>
        <h2>Mail</h2>
        <p className="small">Subject: {mail.subject}</p>
        <iframe
          className="mail"
          title={`Mail to ${recipient.name}`}
          src={hrefOf(pages.notificationMail, { id }, { recipient_id: userId || undefined })}
          sandbox=""
        />
        <details>
          <summary>Plain text version</summary>
          <pre className="told">{mail.text}</pre>
        </details>
      </section>
      <section>
        <h2>In the app</h2>
        <div className="told">
          <h3>{app.title}</h3>
          <Markdown text={app.markdown} origin={origin} />
        </div>
      </section>
      {phone !== null && (
        <section>
          <h2>Text message</h2>
          <pre className="told">{phone}</pre>
        </section>
      )}
    </>
  );
}

const mailPreviewRoute = framedPage({
  path: pages.notificationMail,
  access: "notifications:read",
  params,
  query: z.object({ recipient_id: z.optional(uuid()) }),
  load: async (ctx, { params: { id }, query: { recipient_id } }) =>
    (await previewDraft(ctx, id, recipient_id)).mail.html,
});

const noRecipients = "This notification has no recipients now, so nothing was sent.";
const refusals: MessagesByErrcode = {
  OBJECT_OUTDATED: "Another user changed it after you opened it, so nothing was sent. This is the current version.",
};

const sendBody = z.object({ updated_at: versionField(), is_must_read: z.optional(z.boolean()) });

const sendForm = formPost({ ...contract.sendDraft, body: sendBody } as const, {
  path: pages.sendAdminNotification,
  readFirst: (ctx, { id }) => getDraft(ctx, id),
  async send(ctx, { params: { id }, body: { updated_at, is_must_read } }, _c, draft) {
    requireMustRead(draft.type, is_must_read);
    return sendDraft(ctx, id, updated_at);
  },
  back: (_sent, c) => notificationHref(c.req.param("id") ?? ""),
  done: ({ queued }) => `It is on its way: ${formatCount(queued, "message")}, on all channels.`,
  refusal: ({ errcode, message }) => ({ message: errcode ? (refusals[errcode] ?? noRecipients) : message }),
});

export const notificationRoutes = [
  notificationPage,
  mailPreviewRoute,
  sendForm,
  scheduleForm(notificationPage),
  saveForm(notificationPage),
];

import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InputOf } from "../../../contract/endpoint.ts";
import {
  type mailPreviewShape,
  type mailTemplateShape,
  type mailTemplateSummaryShape,
  type MailText,
  mailTextShape,
} from "../../../contract/entities/mail-template.ts";
import { BadRequest, notFound, unprocessable } from "../../../contract/errors.ts";
import { pageBase } from "../../../contract/hosts.ts";
import { pages } from "../../../contract/pages.ts";
import type * as contract from "../../../contract/v1/admin/settings/mail-templates.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { type Page, singlePage } from "../../listing.ts";
import { audited, beforeAndAfter, diffRows, consume } from "../../platform/index.ts";
import { selectFields } from "../../select-of.ts";
import { notificationParts } from "../notify.ts";
import { exists, iso, many, one, writeAndRead } from "../../sql.ts";

export type MailTemplate = z.output<z.ZodMiniObject<typeof mailTemplateShape>>;
export type MailTemplateSummary = z.output<z.ZodMiniObject<typeof mailTemplateSummaryShape>>;

const changedShape = { id: z.string(), ...mailTextShape, updated_at: z.string() };
const changedRow = () => z.object(changedShape);
type ChangedText = z.output<ReturnType<typeof changedRow>>;
const columns = selectFields(changedShape, "t", { updated_at: iso("t.updated_at") });

const loadEditor = (ctx: ReadCtx) => ctx.gateways.notificationTexts.editing();
/** Values of example mails, whose links lead to the portal. */
const siteFor = ({ settings }: ReadCtx) => ({
  link: pageBase(settings, pages.portal) + pages.portal,
  support_email: settings.SUPPORT_EMAIL,
});
const templateNotFound = () => notFound("MAIL_TEMPLATE_NOT_FOUND");

async function findTemplate(ctx: ReadCtx, id: string) {
  const { listTemplates } = await loadEditor(ctx);
  const template = listTemplates(siteFor(ctx)).find((each) => each.id === id);
  if (!template) throw templateNotFound();
  return template;
}
type Template = Awaited<ReturnType<typeof findTemplate>>;

const summarize = (template: Template, changedText: ChangedText | undefined): MailTemplateSummary => {
  const { id, name, group, original, print } = template;
  return {
    id,
    name,
    group,
    subject: print((changedText ?? original).subject),
    is_changed: changedText !== undefined,
    updated_at: changedText?.updated_at ?? null,
  };
};

const toText = ({ subject, preheader, title, body, action, footnote }: MailText): MailText => ({
  subject,
  preheader,
  title,
  body,
  action,
  footnote,
});

const toTemplate = (template: Template, changedText: ChangedText | undefined): MailTemplate => ({
  ...summarize(template, changedText),
  text: toText(changedText ?? template.original),
  original: template.original,
  has_action: template.has_action,
  fields: template.fields,
});

export async function listMailTemplates(ctx: ReadCtx): Promise<Page<MailTemplateSummary>> {
  const [rows, { listTemplates }] = await Promise.all([
    many(ctx, changedRow, sql`select ${columns} from mail_texts t`),
    loadEditor(ctx),
  ]);
  const changedTexts = new Map(rows.map((row) => [row.id, row]));
  return singlePage(listTemplates(siteFor(ctx)).map((template) => summarize(template, changedTexts.get(template.id))));
}

const selectChangedText = (id: string) => sql`select ${columns} from mail_texts t where t.id = ${id}`;

export async function getMailTemplate(ctx: ReadCtx, id: string): Promise<MailTemplate> {
  const [[changedText], template] = await Promise.all([
    many(ctx, changedRow, selectChangedText(id)),
    findTemplate(ctx, id),
  ]);
  return toTemplate(template, changedText);
}

/** @throws BadRequest with a message for each unusable field */
async function checkText(ctx: ReadCtx, template: Template, text: MailText): Promise<void> {
  const { findProblems } = await loadEditor(ctx);
  const issues = findProblems(template, text).map(({ field, message }) => ({ code: "custom", path: [field], message }));
  if (issues.length > 0) throw new BadRequest(issues);
}

const originalJson = ({ original: text }: Template) => sql`${JSON.stringify(text)}::jsonb`;

type UpdateTemplateInput = InputOf<typeof contract.updateMailTemplate>["body"];

/**
 * Saves an administrator's text of a template. `updated_at`: null if the form showed the original, undefined for an
 * unconditional change. @throws MAIL_TEMPLATE_NOT_FOUND, BadRequest, OBJECT_OUTDATED
 */
export async function updateMailTemplate(
  ctx: Ctx,
  id: string,
  { updated_at, ...text }: Omit<UpdateTemplateInput, "updated_at"> & { updated_at?: string | null | undefined },
): Promise<MailTemplate> {
  const template = await findTemplate(ctx, id);
  await checkText(ctx, template, text);
  const values = Object.values(toText(text)).map((value) => sql`${value}`);
  const { isWritten, row } = await writeAndRead(
    ctx,
    sql`
    with t as (
      insert into mail_texts (id, subject, preheader, title, body, action, footnote)
      select ${id}, ${sql.join(values, sql`, `)}
      where ${updated_at ?? null}::timestamptz is null or exists (select 1 from mail_texts where id = ${id})
      on conflict (id) do update set
        subject = excluded.subject,
        preheader = excluded.preheader,
        title = excluded.title,
        body = excluded.body,
        action = excluded.action,
        footnote = excluded.footnote,
        updated_at = greatest(now(), mail_texts.updated_at + interval '1 millisecond')
      where ${updated_at === undefined}
        or mail_texts.updated_at = ${updated_at ?? null}::timestamptz
      returning id, ${beforeAndAfter}
    ), ${audited(ctx, "updateMailTemplate", "mail_template", "t", {
      org_id: null,
      data: { name: template.name },
      changes: diffRows(sql`coalesce(before, ${originalJson(template)})`),
    })}
    select 1 from t`,
    changedRow,
    selectChangedText(id),
  );
  if (!isWritten || !row) throw unprocessable("OBJECT_OUTDATED");
  return toTemplate(template, row);
}

/** Idempotent. */
export async function resetMailTemplate(ctx: Ctx, id: string): Promise<void> {
  const template = await findTemplate(ctx, id);
  await exists(
    ctx,
    sql`
    with t as (
      delete from mail_texts where id = ${id} returning id, ${beforeAndAfter}
    ), ${audited(ctx, "resetMailTemplate", "mail_template", "t", {
      org_id: null,
      data: { name: template.name },
      changes: diffRows(sql`before`, originalJson(template)),
    })}
    select 1 from t`,
  );
}

export async function previewMailTemplate(
  ctx: ReadCtx,
  id: string,
  text: MailText,
): Promise<z.output<z.ZodMiniObject<typeof mailPreviewShape>>> {
  const template = await findTemplate(ctx, id);
  await checkText(ctx, template, text);
  const { examplePayloadFor } = await loadEditor(ctx);
  return ctx.gateways.notificationTexts.byMail(template.type, examplePayloadFor(template, siteFor(ctx)), {
    [id]: text,
  });
}

const testsMax = 30;
const hourS = 3600;

/**
 * Sends a test mail with example data to the administrator's own address. @throws MAIL_TEMPLATE_NOT_FOUND,
 * TooManyRequests, BadRequest as `checkText` does
 */
export async function testMailTemplate(ctx: Ctx, id: string, text: MailText): Promise<{ recipient: string }> {
  const template = await findTemplate(ctx, id);
  await checkText(ctx, template, text);
  const { examplePayloadFor } = await loadEditor(ctx);
  const { user_id } = requireUser(ctx);
  await consume(ctx, [{ name: `test-mail:${user_id}`, max: testsMax, window_s: hourS }]);
  const texts = { [id]: { ...text, subject: `Test: ${text.subject}` } };
  const testMail = await one(
    ctx,
    () => z.object({ recipient: z.string() }),
    sql`
    with ${notificationParts(
      {
        type: template.type,
        recipient: sql`u.email`,
        user_id: sql`u.id`,
        payload: sql`${JSON.stringify(examplePayloadFor(template, siteFor(ctx)))}::jsonb
          || jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name)`,
        channels: ["email"],
        test_texts: sql`${JSON.stringify(texts)}`,
      },
      sql`users u where u.id = ${user_id}`,
    )}
    select email as recipient from users where id = ${user_id}`,
    () => new Error("the signed-in administrator has no row"),
  );
  ctx.wakeWorkers();
  return testMail;
}

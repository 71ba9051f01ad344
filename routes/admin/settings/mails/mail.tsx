import * as z from "zod/mini";
import { Field } from "../../../../islands/ui/field.tsx";
import { TextAreaField } from "../../../../islands/ui/fields/text-area-field.tsx";
import { mailTextShape } from "../../../../worker/contract/entities/mail-template.ts";
import { versionField } from "../../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import * as contract from "../../../../worker/contract/v1/admin/settings/mail-templates.ts";
import {
  getMailTemplate,
  previewMailTemplate,
  resetMailTemplate,
  testMailTemplate,
  updateMailTemplate,
} from "../../../../worker/domain/notifications/index.ts";
import { listObjectAudit } from "../../../../worker/domain/platform/index.ts";
import { formPost } from "../../../../worker/http/form.ts";
import { framedPage, framedPost } from "../../../../worker/http/framed.ts";
import { renderMessages } from "../../../../worker/html/messages.tsx";
import { page } from "../../../../worker/http/page.ts";
import { mergeForm } from "../../../../worker/ui/forms/compared.ts";
import { ConfirmForm } from "../../../../worker/ui/forms/confirm-form.tsx";
import { buildFieldProps } from "../../../../worker/ui/forms/fields-of.ts";
import { SaveBar } from "../../../../worker/ui/forms/save-bar.tsx";
import { ConflictComparison, VersionFields } from "../../../../worker/ui/forms/version-fields.tsx";
import { FormGroup, ObjectLayout } from "../../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../../worker/ui/layouts/page-header.tsx";
import { ChangedBy } from "../../../../worker/ui/parts/audit/changed-by.tsx";
import { Badge } from "../../../../worker/ui/parts/badge.tsx";
import { History } from "../../../../worker/ui/parts/history.tsx";
import { consoleLayout } from "../../../layouts.tsx";
import { FieldList, mailLabels, OriginalText } from "./mail-parts.tsx";

const { params } = contract.getMailTemplate;
const historyMax = 10;
const auditSubject = (id: string) => ({ subject_type: "mail_template", subject_id: id }) as const;

const mailPage = page({
  path: pages.mailTemplate,
  access: contract.updateMailTemplate.access,
  layout: consoleLayout,
  section: "Settings",
  params,
  async load({ ctx, params: { id } }) {
    const [mail, history] = await Promise.all([
      getMailTemplate(ctx, id),
      listObjectAudit(ctx, { ...auditSubject(id), limit: historyMax }),
    ]);
    return { mail, history };
  },
  head: ({ mail: { name } }) => ({
    title: `${name} · Mails · Console · CrunchBox`,
    no_store: true,
    has_frames: true,
  }),
  view({ mail, history }, { flash }) {
    const { id, name, text, has_action, is_changed, updated_at } = mail;
    const href = hrefOf(pages.mailTemplate, { id });
    const { action, ...rest } = text;
    const current = has_action ? { ...rest, action } : rest;
    const { typed, rows } = mergeForm(flash?.typed, updated_at ?? "", current, mailLabels);
    const { field } = buildFieldProps(typed, current);
    const [lastEntry] = history;
    return (
      <>
        <PageHeader
          trail={[
            ["Settings", pages.settings],
            ["Mails", pages.mailTemplates],
          ]}
          title={name}
          badges={is_changed && <Badge tone="info">Changed</Badge>}
          subtitle="The greeting, tables of facts and the address of the button are added by the shop."
        />
        <ConflictComparison rows={rows} href={href} by={lastEntry && <ChangedBy entry={lastEntry} />} />
        <ObjectLayout
          aside={
            <div className="asides">
              <FieldList mail={mail} />
              <History entries={history} more={hrefOf(pages.audit, {}, auditSubject(id))} />
            </div>
          }
        >
          <form method="post" action={href} noValidate className="form-layout">
            <VersionFields updated_at={updated_at ?? ""} values={current} />
            <FormGroup title="What it says">
              <Field {...field("subject")} label="Subject" maxLength={150} />
              <Field
                {...field("preheader")}
                label="Preview line"
                is_optional
                maxLength={150}
                hint="Mail programs show it beside the subject."
              />
              <Field {...field("title")} label="Heading" maxLength={150} />
              <TextAreaField
                {...field("body")}
                label="Text"
                rows={12}
                maxLength={4000}
                hint="An empty line begins a new paragraph. **Two asterisks** make words strong."
              />
              {has_action && <Field {...field("action")} label="Button" maxLength={64} />}
              <Field {...field("footnote")} label="Footnote" is_optional maxLength={1000} />
            </FormGroup>
            <FormGroup title="How it looks" text="With example data, light or dark like this device.">
              <p className="links">
                <button
                  className="button quiet"
                  formAction={hrefOf(pages.mailPreview, { id })}
                  formTarget="mail-preview"
                >
                  Show what I typed
                </button>
                <button className="button quiet" formAction={hrefOf(pages.testMail, { id })} formTarget="mail-preview">
                  Send it to me
                </button>
              </p>
              <iframe
                className="mail"
                name="mail-preview"
                title={`Preview of ${name}`}
                src={hrefOf(pages.mailPreview, { id })}
                sandbox=""
              />
            </FormGroup>
            <SaveBar label="Save the mail" discard={href} typed={typed} current={current} />
          </form>
          {is_changed && (
            <FormGroup title="The original">
              <ConfirmForm
                id="reset"
                label="Return to the original"
                title={`Return to the original text of ${name}?`}
                action={hrefOf(pages.resetMail, { id })}
                confirm="Yes, return to it"
                is_dangerous
              >
                <p>Your text is replaced by the one below. The history keeps what it said.</p>
                <OriginalText mail={mail} />
              </ConfirmForm>
            </FormGroup>
          )}
        </ObjectLayout>
      </>
    );
  },
});

const textBody = z.object({ ...mailTextShape, action: z.optional(mailTextShape.action) });

const saveForm = formPost(
  {
    access: contract.updateMailTemplate.access,
    params,
    body: z.extend(textBody, { updated_at: versionField() }),
  } as const,
  {
    path: pages.mailTemplate,
    page: mailPage,
    // a mail that was never edited has no `updated_at`, and some mails have no button (`action`)
    send: (ctx, { params: { id }, body: { action = "", updated_at = null, ...body } }) =>
      updateMailTemplate(ctx, id, { ...body, action, updated_at }),
    back: (_result, c) => hrefOf(pages.mailTemplate, { id: c.req.param("id") ?? "" }),
    done: ({ name }) => `Saved “${name}”. From now on it is written so.`,
  },
);

const resetForm = formPost(contract.resetMailTemplate, {
  path: pages.resetMail,
  send: (ctx, { params: { id } }) => resetMailTemplate(ctx, id),
  back: (_result, c) => hrefOf(pages.mailTemplate, { id: c.req.param("id") ?? "" }),
  done: () => "It is the original again.",
});

const savedPreview = framedPage({
  path: pages.mailPreview,
  access: contract.getMailTemplate.access,
  params,
  query: z.object({}),
  async load(ctx, { params: { id } }) {
    const mail = await getMailTemplate(ctx, id);
    return (await previewMailTemplate(ctx, id, mail.text)).html;
  },
});

const typedPreviewForm = framedPost({
  path: pages.mailPreview,
  access: contract.previewMailTemplate.access,
  params,
  body: textBody,
  load: async (ctx, { params: { id }, body: { action = "", ...body } }) =>
    (await previewMailTemplate(ctx, id, { ...body, action })).html,
});

const sendTestMailForm = framedPost({
  path: pages.testMail,
  access: contract.testMailTemplate.access,
  params,
  body: textBody,
  async load(ctx, { params: { id }, body: { action = "", ...body } }) {
    const { recipient } = await testMailTemplate(ctx, id, { ...body, action });
    return renderMessages([`It is on its way to ${recipient}. Nothing was saved.`]);
  },
});

export const mailTemplateForms = [mailPage, saveForm, resetForm, savedPreview, typedPreviewForm, sendTestMailForm];

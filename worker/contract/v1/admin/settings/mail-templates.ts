import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../../endpoint.ts";
import {
  mailPreviewShape,
  mailTemplateShape,
  mailTemplateSummaryShape,
  mailTextShape,
} from "../../../entities/mail-template.ts";
import { describe, versionField } from "../../../fields.ts";
import { listReply } from "../../../paging.ts";

const callDefaults = { tag: "Admin: settings", status: 200 } as const;
const path = "/v1/admin/mail-templates";
const params = z.object({
  id: describe(z.string().check(z.maxLength(64)), "Such as orderReceived.plan"),
});
const problemsDescription = "400 says which part cannot be used, and why.";

export const listMailTemplates = endpoint({
  ...callDefaults,
  access: "settings:read",
  method: "GET",
  path,
  reply: listReply(z.object(mailTemplateSummaryShape)),
  errors: [],
  summary: "List the mails of the shop",
  description: "All of them, by group.",
});

export const getMailTemplate = endpoint({
  ...callDefaults,
  access: "settings:read",
  method: "GET",
  path: `${path}/{id}`,
  params,
  reply: reply(mailTemplateShape),
  errors: ["MAIL_TEMPLATE_NOT_FOUND"],
  summary: "Read the text of a mail, its original and its fields",
});

export const updateMailTemplate = endpoint({
  ...callDefaults,
  access: "settings:act",
  method: "PUT",
  path: `${path}/{id}`,
  params,
  body: z.object({ ...mailTextShape, updated_at: versionField() }),
  reply: reply(mailTemplateShape),
  errors: ["MAIL_TEMPLATE_NOT_FOUND", "OBJECT_OUTDATED"],
  summary: "Change the text of a mail",
  description: `The app and text messages say the same. Messages that were tried before keep their text. ${problemsDescription}`,
});

export const resetMailTemplate = endpoint({
  ...callDefaults,
  access: "settings:act",
  method: "DELETE",
  path: `${path}/{id}`,
  params,
  reply: emptyReply,
  errors: ["MAIL_TEMPLATE_NOT_FOUND"],
  summary: "Return to the original text of a mail",
});

export const previewMailTemplate = endpoint({
  ...callDefaults,
  access: "settings:read",
  method: "POST",
  path: `${path}/{id}/preview`,
  params,
  body: z.object(mailTextShape),
  reply: reply(mailPreviewShape),
  errors: ["MAIL_TEMPLATE_NOT_FOUND"],
  summary: "See a mail with a text and example data",
  description: `Saves and sends nothing. ${problemsDescription}`,
});

export const testMailTemplate = endpoint({
  ...callDefaults,
  access: "settings:act",
  method: "POST",
  path: `${path}/{id}/test`,
  params,
  body: z.object(mailTextShape),
  reply: reply({ recipient: describe(z.string(), "Your own email address") }),
  errors: ["MAIL_TEMPLATE_NOT_FOUND"],
  summary: "Send yourself a mail with a text and example data",
  description: `Saves nothing. The subject begins with “Test: ”. At most 30 an hour. ${problemsDescription}`,
});

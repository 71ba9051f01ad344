import * as z from "zod/mini";
import { describe, instant } from "../fields.ts";
import { must } from "../issue-messages.ts";

const line = (max: number) => z.string().check(z.trim(), z.maxLength(max));
const requiredLine = (max: number) =>
  z.string().check(z.trim(), z.minLength(1, { error: must("not be empty") }), z.maxLength(max));

/** The parts of a mail that administrators may change; the shop adds greeting, tables and the link's address. */
export const mailTextShape = {
  subject: describe(requiredLine(150), "May contain fields, such as {{order_number}}"),
  preheader: describe(line(150), "Shown beside the subject in a mail program"),
  title: describe(requiredLine(150), "Heading of the mail"),
  body: describe(
    requiredLine(4000).check(z.overwrite((value) => value.replaceAll("\r\n", "\n"))),
    "Paragraphs with an empty line between them. {{field}} is replaced; **text** is strong. [[part|otherwise]] is the part, or what follows the bar if a field of the part is empty.",
  ),
  action: describe(line(64), "Label of the button; empty for mails without one"),
  footnote: describe(line(1000), "Small print below; empty for none"),
};

export type MailText = z.output<z.ZodMiniObject<typeof mailTextShape>>;

export const mailTemplateFieldShape = {
  name: describe(z.string(), "As in {{name}}"),
  description: describe(z.string(), "What the field stands for"),
  example: describe(z.string(), "Value in the preview; empty if it has none"),
  is_required: describe(z.boolean(), "The body must contain it"),
};

export const mailTemplateSummaryShape = {
  id: describe(z.string(), "Type of the message, and its variant after a dot"),
  name: describe(z.string(), "Of the mail, as administrators find it"),
  group: describe(z.string(), "Heading under which administrators find it"),
  subject: describe(z.string(), "With the values of the example"),
  is_changed: describe(z.boolean(), "Whether it differs from the original"),
  updated_at: describe(z.nullable(instant()), "Last change; null for an original"),
};

export const mailTemplateShape = {
  ...mailTemplateSummaryShape,
  text: describe(z.object(mailTextShape), "In use"),
  original: describe(z.object(mailTextShape), "As the shop came"),
  has_action: describe(z.boolean(), "Whether the mail has a button"),
  fields: describe(z.array(z.object(mailTemplateFieldShape)), "All fields that the text may contain"),
};

export const mailPreviewShape = {
  subject: describe(z.string(), "With the example’s values"),
  html: describe(z.string(), "A whole document"),
  text: describe(z.string(), "For mail programs that show no HTML"),
};

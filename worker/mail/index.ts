import type { MailText } from "../contract/entities/mail-template.ts";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import {
  type MailPayload,
  type MailType,
  mailTypes,
  type NotificationType,
  notificationTypes,
} from "../contract/notification-types.ts";
import * as editing from "./editing.ts";
import { Layout } from "./layout.tsx";
import { announcement, mustRead } from "./markdown/announcement.ts";
import { printMarkdown } from "./markdown/print-markdown.ts";
import type { MailMessage } from "./message.ts";
import { printMessage } from "./sendable.ts";
import { fillTemplate } from "./template.ts";
import { templateId, variantsOf } from "./templates.ts";
import { flatten, printText } from "./text.ts";
import { greet, toLine } from "./wording.ts";

/** Texts that administrators changed, by template id. */
export type MailTexts = Readonly<Record<string, MailText>>;
type Payload = {
  first_name?: string | undefined;
  last_name?: string | undefined;
  subject?: string | undefined;
  message?: string | undefined;
};

const compose = (type: MailType, payload: unknown, texts: MailTexts): MailMessage => {
  // Stored messages may have a type of another release.
  if (!Object.hasOwn(mailTypes, type)) throw new Error(`There is no mail template for ${type}`);
  const parsed = mailTypes[type].payload.safeParse(payload);
  if (!parsed.success) {
    const paths = parsed.error.issues.map((issue) => issue.path.join("."));
    throw new Error(`The payload of ${type} is not valid at: ${paths.join(", ")}`);
  }
  // as: TypeScript cannot relate a union of types to its schemas by key.
  if (type === "announcement") return announcement(parsed.data as MailPayload<"announcement">);
  if (type === "mustRead") return mustRead(parsed.data as MailPayload<"mustRead">);
  return fill(type, parsed.data, texts);
};

/** Adds the greeting, the subject that an administrator wrote, and their text below the template's. */
function fill(type: Exclude<MailType, "announcement" | "mustRead">, payload: Payload, texts: MailTexts): MailMessage {
  const { variants, choose } = variantsOf(type);
  const variant = choose(payload);
  const template = variants[variant];
  if (!template) throw new Error(`There is no mail template ${templateId(type, variant)}`);
  const message = fillTemplate(template, texts[templateId(type, variant)] ?? template.text, payload);
  return {
    ...message,
    greeting: greet(payload),
    subject: toLine(payload.subject ?? "") || message.subject,
    paragraphs: [...message.paragraphs, ...printMessage(payload.message)],
  };
}

/**
 * The payload is parsed again, because it comes from storage. @throws an Error without personal data for an invalid
 * payload or a type without a template
 */
export const renderMail = (type: MailType, payload: unknown, texts: MailTexts = {}): Mail => {
  const message = compose(type, payload, texts);
  const subject = toLine(message.subject);
  const html = renderToString(createElement(Layout, { ...message, subject }));
  return { subject, html: html.startsWith("<!DOCTYPE") ? html : `<!DOCTYPE html>${html}`, text: printText(message) };
};

/** @throws like `renderMail` */
export const renderInApp = (type: MailType, payload: unknown, texts: MailTexts = {}): InAppNotification => {
  const message = compose(type, payload, texts);
  return { title: toLine(message.subject), markdown: printMarkdown(message), link: message.action };
};

/** A text message has no greeting, and its link comes before words that may be cut. @throws like `renderMail` */
export const renderTextMessage = (type: MailType, payload: unknown, texts: MailTexts = {}): string => {
  const { subject, paragraphs, action } = compose(type, payload, texts);
  return [`CrunchBox: ${toLine(subject)}`, action?.url, ...paragraphs.map(flatten)].filter(Boolean).join("\n");
};

/** Texts that administrators changed replace those of the mail templates. */
export type NotificationTexts = {
  /** @throws Error for an invalid payload, or a type without a template */
  byMail(type: MailType, payload: object, texts?: MailTexts): Promise<Mail>;
  /** Entries of the inbox list; `link` is the target at the time of the notification. */
  inApp(texts: MailTexts): Promise<(type: NotificationType, payload: object) => InAppNotification>;
  /** @throws Error for an invalid payload, or a type without a template */
  byPhone(type: MailType, payload: object, texts?: MailTexts): Promise<string>;
  editing(): Promise<typeof editing>;
};
export type Mail = { subject: string; html: string; text: string };
export type InAppNotification = { title: string; markdown: string; link: { label: string; url: string } | undefined };

export const createNotificationTexts = ({ SUPPORT_EMAIL }: { SUPPORT_EMAIL: string }): NotificationTexts => {
  const withSupportEmail = (payload: object) => ({ support_email: SUPPORT_EMAIL, ...payload });
  return {
    byMail: async (type, payload, texts) => renderMail(type, withSupportEmail(payload), texts),
    inApp: async (texts) => (type, payload) => {
      try {
        return renderInApp(type, withSupportEmail(payload), texts);
      } catch {
        // A message of another release must not break the whole list.
        return { title: notificationTypes[type].title, markdown: "", link: undefined };
      }
    },
    byPhone: async (type, payload, texts) => renderTextMessage(type, withSupportEmail(payload), texts),
    editing: async () => editing,
  };
};

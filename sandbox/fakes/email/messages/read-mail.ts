import { z } from "zod";
import type { Domain } from "../account/domains.ts";
import { failure } from "./failure.ts";
import { addressOf } from "../state.ts";

const recipientsMax = 50;
const address = /^[^@\s<>]+@[^@\s<>]+\.[^@\s<>]+$/;
const named = /^[^<>]*<[^@\s<>]+@[^@\s<>]+\.[^@\s<>]+>$/;
const isAddress = (text: string) => address.test(text) || named.test(text);

const recipients = z.union([
  z
    .string()
    .min(1)
    .transform((one) => [one]),
  z.array(z.string().min(1)).min(1).max(recipientsMax),
]);
const fields = { from: z.string().min(1), to: recipients, subject: z.string().min(1) };
const tagPart = z.string().regex(/^[\w-]{1,256}$/);
const contentSchema = z.object({
  ...fields,
  html: z.string().default(""),
  text: z.string().default(""),
  headers: z.record(z.string(), z.string()).default({}),
  tags: z.array(z.strictObject({ name: tagPart, value: tagPart })).default([]),
});
export type MailFields = z.infer<typeof contentSchema>;

type Read = { mail: MailFields } | { failure: Response; message: string };

const refused = (status: number, name: string, message: string): Read => ({
  failure: failure(status, name, message),
  message,
});

const format = "The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.";

/** https://resend.com/docs/api-reference/emails/send-email */
export function readMail(body: unknown, domain: Domain): Read {
  if (body === undefined) return refused(400, "validation_error", "The request body is not valid JSON");
  const given = z.record(z.string(), z.unknown()).safeParse(body).data ?? {};
  for (const name of ["to", "from", "subject"] as const) {
    if (given[name] === undefined) return refused(422, "missing_required_field", `Missing \`${name}\` field.`);
    if (!fields[name].safeParse(given[name]).success)
      return refused(422, "validation_error", `Invalid \`${name}\` field.`);
  }
  const mail = contentSchema.safeParse(given);
  if (mail.error?.issues.some(({ path }) => path[0] === "tags"))
    return refused(422, "validation_error", "Tags should only contain ASCII letters, numbers, underscores, or dashes.");
  if (!mail.success || !(mail.data.html || mail.data.text))
    return refused(422, "missing_required_field", "Missing `html` or `text` field.");
  if (!isAddress(mail.data.from)) return refused(422, "invalid_from_address", `Invalid \`from\` field. ${format}`);
  if (!mail.data.to.every(isAddress)) return refused(422, "validation_error", `Invalid \`to\` field. ${format}`);
  const used = addressOf(mail.data.from).split("@")[1] ?? "";
  if (used !== domain.name || domain.status !== "verified")
    return refused(
      403,
      "validation_error",
      `The ${used} domain is not verified. Please, add and verify your domain on https://resend.com/domains`,
    );
  return { mail: mail.data };
}

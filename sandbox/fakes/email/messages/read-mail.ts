import { z } from "zod";
import type { Domain } from "../account/domains.ts";
import { failure } from "./failure.ts";
import { addressOf } from "../state.ts";

const recipientsMax = 50;
const address = /^[^@\s<>]+@[^@\s<>]+\.[^@\s<>]+$/;
const namedAddress = /^[^<>]*<[^@\s<>]+@[^@\s<>]+\.[^@\s<>]+>$/;
const isAddress = (text: string) => address.test(text) || namedAddress.test(text);

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

type ReadResult = { mail: MailFields } | { failure: Response; message: string };

const refusal = (status: number, name: string, message: string): ReadResult => ({
  failure: failure(status, name, message),
  message,
});

const format = "The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.";

/** https://resend.com/docs/api-reference/emails/send-email */
export function readMail(body: unknown, domain: Domain): ReadResult {
  if (body === undefined) return refusal(400, "validation_error", "The request body is not valid JSON");
  const input = z.record(z.string(), z.unknown()).safeParse(body).data ?? {};
  for (const name of ["to", "from", "subject"] as const) {
    if (input[name] === undefined) return refusal(422, "missing_required_field", `Missing \`${name}\` field.`);
    if (!fields[name].safeParse(input[name]).success)
      return refusal(422, "validation_error", `Invalid \`${name}\` field.`);
  }
  const mail = contentSchema.safeParse(input);
  if (mail.error?.issues.some(({ path }) => path[0] === "tags"))
    return refusal(422, "validation_error", "Tags should only contain ASCII letters, numbers, underscores, or dashes.");
  if (!mail.success || !(mail.data.html || mail.data.text))
    return refusal(422, "missing_required_field", "Missing `html` or `text` field.");
  if (!isAddress(mail.data.from)) return refusal(422, "invalid_from_address", `Invalid \`from\` field. ${format}`);
  if (!mail.data.to.every(isAddress)) return refusal(422, "validation_error", `Invalid \`to\` field. ${format}`);
  const senderDomain = addressOf(mail.data.from).split("@")[1] ?? "";
  if (senderDomain !== domain.name || domain.status !== "verified")
    return refusal(
      403,
      "validation_error",
      `The ${senderDomain} domain is not verified. Please, add and verify your domain on https://resend.com/domains`,
    );
  return { mail: mail.data };
}

import { z } from "zod";
import type { Domain } from "../account/domains.ts";
import { failure } from "./failure.ts";
import { parseAddress } from "../state.ts";

const maxRecipients = 50;
const addressPattern = /^[^@\s<>]+@[^@\s<>]+\.[^@\s<>]+$/;
const namedAddressPattern = /^[^<>]*<[^@\s<>]+@[^@\s<>]+\.[^@\s<>]+>$/;
const isAddress = (text: string) => addressPattern.test(text) || namedAddressPattern.test(text);

const recipientsSchema = z.union([
  z
    .string()
    .min(1)
    .transform((one) => [one]),
  z.array(z.string().min(1)).min(1).max(maxRecipients),
]);
const fieldSchemas = { from: z.string().min(1), to: recipientsSchema, subject: z.string().min(1) };
const tagTextSchema = z.string().regex(/^[\w-]{1,256}$/);
const contentSchema = z.object({
  ...fieldSchemas,
  html: z.string().default(""),
  text: z.string().default(""),
  headers: z.record(z.string(), z.string()).default({}),
  tags: z.array(z.strictObject({ name: tagTextSchema, value: tagTextSchema })).default([]),
});
export type MailFields = z.infer<typeof contentSchema>;

type ReadResult = { mail: MailFields } | { failure: Response; message: string };

const refusal = (status: number, name: string, message: string): ReadResult => ({
  failure: failure(status, name, message),
  message,
});

const formatRule = "The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.";

/** https://resend.com/docs/api-reference/emails/send-email */
export function readMail(body: unknown, domain: Domain): ReadResult {
  if (body === undefined) return refusal(400, "validation_error", "The request body is not valid JSON");
  const input = z.record(z.string(), z.unknown()).safeParse(body).data ?? {};
  for (const name of ["to", "from", "subject"] as const) {
    if (input[name] === undefined) return refusal(422, "missing_required_field", `Missing \`${name}\` field.`);
    if (!fieldSchemas[name].safeParse(input[name]).success)
      return refusal(422, "validation_error", `Invalid \`${name}\` field.`);
  }
  const mail = contentSchema.safeParse(input);
  if (mail.error?.issues.some(({ path }) => path[0] === "tags"))
    return refusal(422, "validation_error", "Tags should only contain ASCII letters, numbers, underscores, or dashes.");
  if (!mail.success || !(mail.data.html || mail.data.text))
    return refusal(422, "missing_required_field", "Missing `html` or `text` field.");
  if (!isAddress(mail.data.from)) return refusal(422, "invalid_from_address", `Invalid \`from\` field. ${formatRule}`);
  if (!mail.data.to.every(isAddress)) return refusal(422, "validation_error", `Invalid \`to\` field. ${formatRule}`);
  const senderDomain = parseAddress(mail.data.from).split("@")[1] ?? "";
  if (senderDomain !== domain.name || domain.status !== "verified")
    return refusal(
      403,
      "validation_error",
      `The ${senderDomain} domain is not verified. Please, add and verify your domain on https://resend.com/domains`,
    );
  return { mail: mail.data };
}

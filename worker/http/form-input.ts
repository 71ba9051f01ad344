import type * as z from "zod/mini";
import type { Endpoint, InputOf } from "../contract/endpoint.ts";
import { BadRequest, type Issue } from "../contract/errors.ts";
import { fieldName, parseInput } from "../contract/issue-messages.ts";
import type { AppContext, SentForm } from "./app-env.ts";
import { bodyBytesDefault, readForm } from "./body.ts";
import { toFields, toInput } from "./form-fields.ts";
import { toIssues } from "./issues.ts";
import { missingFileIssue, readMultipartOnce } from "./multipart.ts";

/** The parts of a contract that a form needs; calls with a bot check cannot be plain forms. */
export type FormContract = Pick<
  Endpoint,
  "access" | "not_impersonated" | "params" | "body" | "file" | "body_bytes_max"
> &
  Partial<Pick<Endpoint, "method" | "path">> & {
    /** Call whose protection applies instead of that of `method` and `path`, such as "PUT /v1/admin/settings". */
    call?: string;
  };
export type FormInput<E extends FormContract> = InputOf<E & Endpoint>;

export type InputNames = {
  /** Form field names by parameter name, where they differ. */
  fields?: Record<string, string>;
  /** Values of parameters that the form lacks. */
  defaults?: Record<string, string>;
};

export const readSentForm = async (contract: FormContract, c: AppContext): Promise<SentForm> =>
  contract.file
    ? readMultipartOnce(c, contract.file)
    : { fields: await readForm(c, contract.body_bytes_max ?? bodyBytesDefault) };

/** @throws BadRequest */
export function readInput<E extends FormContract>(
  contract: E,
  { fields: names = {}, defaults: defaultValues = {} }: InputNames,
  sent: SentForm,
  c: AppContext,
): FormInput<E> {
  const fields = toFields(sent.fields);
  for (const [name, value] of Object.entries<string>(c.req.param())) fields.set(name, [value]);
  for (const [name, value] of Object.entries(defaultValues)) if (!fields.has(name)) fields.set(name, [value]);
  for (const [name, field] of Object.entries(names)) fields.set(name, fields.get(field) ?? []);
  const issues: Issue[] = [];
  const parse = (schema: z.ZodMiniType | undefined) => {
    const parsed = schema && parseInput(schema, toInput(schema, fields));
    if (parsed?.success === false)
      issues.push(...toIssues(parsed.error.issues).map((issue) => withFieldName(issue, fields)));
    return parsed?.data;
  };
  const read = { params: parse(contract.params) ?? {}, query: {}, body: parse(contract.body) };
  if (contract.file && !sent.file) issues.push(missingFileIssue(contract.file));
  const input = { ...read, ...(sent.file && { file: sent.file }) };
  if (issues.length > 0) throw new BadRequest(issues);
  return input as unknown as FormInput<E>; // as: parsed by the schemas of `FormInput`
}

/**
 * Replaces the raw field name in a default message by a label: "Subject is required.", "Quantity must be at most 100."
 */
function withFieldName(issue: Issue, fields: ReadonlyMap<string, readonly string[]>): Issue {
  const rule = findRule(issue);
  if (rule === undefined && issue.message !== "Invalid uuid.") return issue;
  // an entry of a list has the list's name
  const field = issue.path.slice(0, issue.path.findLastIndex((part) => typeof part === "string") + 1);
  const label = String(field.at(-1) ?? "This")
    .replace(/_id$/, "")
    .replaceAll("_", " ");
  const name = label.charAt(0).toUpperCase() + label.slice(1);
  const at = field.join(".");
  const typed = [...fields].filter(([key]) => key === at || key.startsWith(`${at}.`));
  const isBlank = typed.every(([, values]) => values.every((value) => value.trim() === ""));
  return { ...issue, message: isBlank ? `${name} is required.` : `${name} ${rule ?? "is not valid"}.` };
}

/**
 * The rule in a default message, after the field's name, which may lack the start of the path. Undefined for other
 * messages.
 */
function findRule({ path, message }: Issue): string | undefined {
  for (let from = 0; from <= path.length; from++) {
    const name = `${fieldName(path.slice(from))} `;
    if (message.startsWith(`${name}must `) || message.startsWith(`${name}is required: `))
      return message.slice(name.length);
  }
  return undefined;
}

import { z } from "zod";
import { type ErrorBody, createInvalidRequest } from "./failure.ts";
import type { FormGroup } from "./form.ts";

/** Only parameter names of the SDK's type `P` compile; requests with other names are refused. */
export function params<P>() {
  return <S extends { [K in keyof S]: K extends keyof P ? z.ZodType : never }>(shape: S) => z.strictObject(shape);
}

export const text = z.string().max(5000);
/** An empty value clears the field. */
export const clearable = z.string().transform((value) => (value === "" ? null : value));
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, "integer")
  .transform(Number);
/** Cents, up to eight digits. */
export const amount = integer.refine((value) => value >= 0 && value <= 99_999_999, "amount");
export const bool = z.enum(["true", "false"]).transform((value) => value === "true");
export const currency = z.literal("usd");

/** An empty text removes all entries. */
export const metadata = z.union([z.literal(""), z.record(z.string().max(40), z.string().max(500))]);
export type MetadataInput = z.output<typeof metadata>;

/** Parameters `name[0]`, `name[1]` ... */
export function list<T extends z.ZodType>(item: T) {
  return z.preprocess((value) => (isGroup(value) ? Object.values(value) : value), z.array(item));
}

export const customFields = list(z.strictObject({ name: text.max(40), value: text.max(140) })).refine(
  (fields) => fields.length <= 4,
  "custom_fields",
);

export const expand = list(z.string()).optional();
export const address = z.strictObject({
  line1: clearable.optional(),
  line2: clearable.optional(),
  city: clearable.optional(),
  state: clearable.optional(),
  postal_code: clearable.optional(),
  country: clearable.optional(),
});

/** `created=1` or `created[gte]=1`. */
export const range = z.union([
  integer.transform((value) => ({ gte: value, lte: value })),
  z.strictObject({
    gt: integer.optional(),
    gte: integer.optional(),
    lt: integer.optional(),
    lte: integer.optional(),
  }),
]);
export const paging = {
  limit: integer.refine((value) => value >= 1 && value <= 100, "limit").optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
  expand,
};

export function mergeMetadata(
  earlierMetadata: Record<string, string>,
  change: MetadataInput | undefined,
): Record<string, string> {
  if (change === "") return {};
  return Object.fromEntries(Object.entries({ ...earlierMetadata, ...change }).filter(([, value]) => value !== ""));
}

/** @throws a 400 as Stripe answers it, for the first invalid parameter */
export function parseForm<S extends z.ZodType>(shape: S, form: FormGroup): z.output<S> {
  const result = shape.safeParse(form);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (!issue) throw createInvalidRequest("Invalid request");
  throw toFailure(findDeepestIssue(issue), form);
}

type Issue = z.core.$ZodIssue;

// A union's own issue is unspecific; the issue of its last member, the group, says more.
function findDeepestIssue(issue: Issue): Issue {
  const inner = issue.code === "invalid_union" ? issue.errors.at(-1)?.[0] : undefined;
  return inner ? findDeepestIssue({ ...inner, path: [...issue.path, ...inner.path] }) : issue;
}

function toFailure(issue: Issue, form: FormGroup) {
  const failure = (message: string, code: ErrorBody["code"], param: string) =>
    createInvalidRequest(message, { code, param });
  if (issue.code === "unrecognized_keys") {
    const name = formatName([...issue.path, issue.keys[0] ?? ""]);
    return failure(`Received unknown parameter: ${name}`, "parameter_unknown", name);
  }
  const name = formatName(issue.path);
  const givenValue = findValue(form, issue.path);
  if (givenValue === undefined) return failure(`Missing required param: ${name}.`, "parameter_missing", name);
  if (issue.message === "integer")
    return failure(`Invalid integer: ${String(givenValue)}`, "parameter_invalid_integer", name);
  if (issue.code === "invalid_value") {
    const allowed = issue.values.map(String).join(", ");
    return createInvalidRequest(`Invalid ${name}: must be one of ${allowed}`, { param: name });
  }
  return createInvalidRequest(`Invalid ${name}: ${issue.message}`, { param: name });
}

function formatName(path: PropertyKey[]): string {
  const [first, ...rest] = path.map(String);
  return (first ?? "") + rest.map((part) => `[${part}]`).join("");
}

function findValue(form: FormGroup, path: PropertyKey[]): unknown {
  let value: unknown = form;
  for (const part of path) value = isGroup(value) ? value[String(part)] : undefined;
  return value;
}

function isGroup(value: unknown): value is FormGroup {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import { z } from "zod";
import { type ErrorBody, invalidRequest } from "./failure.ts";
import type { FormGroup } from "./form.ts";

/** Only names of the SDK's parameter type `P` compile; other names are refused. */
export function params<P>() {
  return <S extends { [K in keyof S]: K extends keyof P ? z.ZodType : never }>(shape: S) => z.strictObject(shape);
}

export const text = z.string().max(5000);
/** An empty value clears it. */
export const clearable = z.string().transform((value) => (value === "" ? null : value));
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, "integer")
  .transform(Number);
/** Cents, up to eight digits. */
export const amount = integer.refine((value) => value >= 0 && value <= 99_999_999, "amount");
export const bool = z.enum(["true", "false"]).transform((value) => value === "true");
export const currency = z.literal("usd");

/** An empty text clears all. */
export const metadata = z.union([z.literal(""), z.record(z.string().max(40), z.string().max(500))]);
export type MetadataInput = z.output<typeof metadata>;

/** Sent as `name[0]`, `name[1]` ... */
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

/** An empty value deletes its key, an empty text clears all. */
export function mergeMetadata(
  before: Record<string, string>,
  change: MetadataInput | undefined,
): Record<string, string> {
  if (change === "") return {};
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ""));
}

/** Throws the provider's 400 for the first issue. */
export function check<S extends z.ZodType>(shape: S, form: FormGroup): z.output<S> {
  const result = shape.safeParse(form);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (!issue) throw invalidRequest("Invalid request");
  throw refuse(deepest(issue), form);
}

type Issue = z.core.$ZodIssue;

// A union's own issue is unspecific; its last member describes the group form.
function deepest(issue: Issue): Issue {
  const inner = issue.code === "invalid_union" ? issue.errors.at(-1)?.[0] : undefined;
  return inner ? deepest({ ...inner, path: [...issue.path, ...inner.path] }) : issue;
}

function refuse(issue: Issue, form: FormGroup) {
  const failure = (message: string, code: ErrorBody["code"], param: string) => invalidRequest(message, { code, param });
  if (issue.code === "unrecognized_keys") {
    const name = nameOf([...issue.path, issue.keys[0] ?? ""]);
    return failure(`Received unknown parameter: ${name}`, "parameter_unknown", name);
  }
  const name = nameOf(issue.path);
  const given = valueAt(form, issue.path);
  if (given === undefined) return failure(`Missing required param: ${name}.`, "parameter_missing", name);
  if (issue.message === "integer")
    return failure(`Invalid integer: ${String(given)}`, "parameter_invalid_integer", name);
  if (issue.code === "invalid_value") {
    const allowed = issue.values.map(String).join(", ");
    return invalidRequest(`Invalid ${name}: must be one of ${allowed}`, { param: name });
  }
  return invalidRequest(`Invalid ${name}: ${issue.message}`, { param: name });
}

function nameOf(path: PropertyKey[]): string {
  const [first, ...rest] = path.map(String);
  return (first ?? "") + rest.map((part) => `[${part}]`).join("");
}

function valueAt(form: FormGroup, path: PropertyKey[]): unknown {
  let value: unknown = form;
  for (const part of path) value = isGroup(value) ? value[String(part)] : undefined;
  return value;
}

function isGroup(value: unknown): value is FormGroup {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

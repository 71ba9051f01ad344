import type * as z from "zod/mini";
import { unstorableMessage, unstorablePaths } from "./storable-text.ts";

type ParseResult<T> =
  | { success: true; data: T; error?: never }
  | { success: false; data?: never; error: { issues: z.core.$ZodIssue[] } };

/**
 * Refuses unstorable text even where the schema allows anything. Other issues get `issueMessage`, because zod/mini has
 * no default messages.
 */
export function parseInput<S extends z.ZodMiniType>(schema: S, value: unknown): ParseResult<z.output<S>> {
  const parsed = schema.safeParse(value, { error: issueMessage });
  const paths = unstorablePaths(value);
  if (paths.length === 0) return parsed;
  const isOther = ({ path }: z.core.$ZodIssue) => !paths.some((bad) => bad.every((part, at) => part === path[at]));
  const issues = paths.map(
    (path) => ({ code: "custom", path, message: `${fieldName(path)} ${unstorableMessage}` }) as const,
  );
  return { success: false, error: { issues: [...issues, ...(parsed.error?.issues.filter(isOther) ?? [])] } };
}

/** The message must not repeat the input. */
function issueMessage(issue: z.core.$ZodRawIssue): string {
  const path = issue.path ?? [];
  // The path of an invalid key ends with the key, which is part of the input.
  return `${fieldName(issue.code === "invalid_key" ? path.slice(0, -1) : path)} ${describePredicate(issue)}`;
}

/** Error message of a schema, as in `error: must("be a version such as 5.2.0")`; it begins with the field's name. */
export const must =
  (predicate: string) =>
  ({ path = [] }: { path?: PropertyKey[] | undefined }): string =>
    `${fieldName(path)} must ${predicate}`;

export const notDayOrInstant = must("be a date such as 2026-11-23, or an instant such as 2026-11-23T10:00:00Z");

/** Path of a field in error messages: "packages[0].weight_grams"; a key that is no identifier becomes "[…]". */
export const fieldName = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((name, part) => {
    if (typeof part === "number") return `${name}[${part}]`;
    if (typeof part !== "string" || !/^[A-Za-z_][\w[\]]{0,63}$/.test(part)) return `${name}[…]`;
    return name === "" ? part : `${name}.${part}`;
  }, "") || "The body";

type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue;

function describePredicate(issue: Issue): string {
  const kind = "input" in issue && issue.input === undefined ? requiredKind(issue) : undefined;
  return kind === undefined ? `must ${describeRule(issue)}` : `is required: ${kind}`;
}

function requiredKind(issue: Issue): string | undefined {
  if (issue.code === "invalid_type") return describeKind(issue);
  if (issue.code === "invalid_value") return describeChoice(issue);
  if (issue.code === "invalid_union") return describeAlternatives(issue, requiredKind).join(", or ");
  return undefined;
}

const describeAlternatives = (
  { errors }: Issue & { code: "invalid_union" },
  describe: (issue: Issue) => string | undefined,
): string[] => [...new Set(errors.flatMap(([first]) => (first && describe(first)) ?? []))];

function describeRule(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `be ${describeKind(issue)}`;
    case "invalid_value":
      return `be ${describeChoice(issue)}`;
    case "too_big":
      return sizeRule(issue.origin, issue.exact ? "exactly" : issue.inclusive ? "at most" : "less than", issue.maximum);
    case "too_small":
      if (isIntegerIssue(issue) && issue.inclusive) return `be a whole number of at least ${numberText(issue.minimum)}`;
      return sizeRule(
        issue.origin,
        issue.exact ? "exactly" : issue.inclusive ? "at least" : "more than",
        issue.minimum,
      );
    case "invalid_format":
      return formats[issue.format] ?? `have the form ${issue.pattern ?? issue.format}`;
    case "not_multiple_of":
      return `be a multiple of ${numberText(issue.divisor)}`;
    case "invalid_key":
      return `have only valid keys: ${issue.issues.map(keyRule).join(" ")}`;
    case "invalid_union":
      return describeAlternatives(issue, describeRule).join(", or ");
    case "unrecognized_keys":
      return "have only the fields that the reference names";
    default:
      return "keep to the rules that the reference names";
  }
}

const keyRule = ({ message }: { message: string }): string =>
  message === "Invalid uuid." ? "each must be a uuid" : message.replace(/^The body /, "each ");

const numberText = (value: number | bigint): string => value.toLocaleString("en-US");
const describeChoice = ({ values }: { values: readonly unknown[] }): string =>
  values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(", ")}`;

const formats: Record<string, string> = {
  date: "be a date such as 2026-11-23",
  datetime: "be an instant such as 2026-11-23T10:00:00.000Z",
  email: "be an email address such as ada@example.com",
  guid: "be a uuid",
  uuid: "be a uuid",
  url: "be a web address such as https://example.com",
};

function sizeRule(origin: string, bound: string, size: number | bigint): string {
  if (origin === "string")
    return size === 1 && bound === "at least" ? "not be empty" : `be ${bound} ${count(size, "character")}`;
  if (origin === "array" || origin === "set") return `have ${bound} ${count(size, "entry")}`;
  return `be ${bound} ${numberText(size)}`;
}

const count = (size: number | bigint, noun: "character" | "entry"): string =>
  `${numberText(size)} ${size === 1 ? noun : { character: "characters", entry: "entries" }[noun]}`;

const kinds: Record<string, string> = {
  string: "text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

function describeKind(issue: Issue & { code: "invalid_type" }): string {
  const { expected } = issue;
  const { least, most, format } = readBounds(issue);
  if (expected === "string") {
    const kind = formats[format ?? ""]?.replace(/^be /, "");
    return kind ?? (most === undefined ? "text" : `text of at most ${count(most, "character")}`);
  }
  if (expected !== "number" && expected !== "int") return kinds[expected] ?? expected;
  const kind = isIntegerIssue(issue) ? "a whole number" : "a number";
  if (least !== undefined && most !== undefined) return `${kind} from ${numberText(least)} to ${numberText(most)}`;
  if (least !== undefined) return `${kind} of at least ${numberText(least)}`;
  return most === undefined ? kind : `${kind} of at most ${numberText(most)}`;
}

type Bounds = { least?: number; most?: number; format?: string };

function readBounds(issue: Issue): Bounds {
  const schema = "schema" in issue ? issue.schema : undefined;
  if (!schema) return {};
  const { format, checks = [] } = schema._zod.def as z.core.$ZodTypeDef & { format?: string };
  const bounds: Bounds = format === undefined ? {} : { format };
  for (const { _zod } of checks) {
    const def = (_zod as z.core.$ZodChecks["_zod"]).def;
    if (def.check === "greater_than" && def.inclusive) bounds.least = Number(def.value);
    if (def.check === "less_than" && def.inclusive) bounds.most = Number(def.value);
    if (def.check === "max_length") bounds.most = def.maximum;
  }
  return bounds;
}

const isIntegerIssue = (issue: Issue): boolean => readBounds(issue).format === "safeint";

import { expect, test } from "vitest";
import * as z from "zod/mini";
import { isErrcode } from "../../worker/contract/errcodes.ts";
import { endpoints } from "../../worker/contract/index.ts";
import { must, parseInput } from "../../worker/contract/issue-messages.ts";
import { toIssues } from "../../worker/http/issues.ts";
import { generateInvalid, marker } from "./bad-values.ts";

const specifiedMessages = new Set([
  "Invalid uuid.",
  "Invalid Organization Id.",
  "Invalid Email Address.",
  "Invalid email address.",
  "There is no device with this serial number.",
  "Expected last 4 digits",
]);

const vaguePattern = /^invalid|^bad |invalid input|not valid|is wrong|not allowed|rules that/i;

const isHelpful = (message: string): boolean =>
  specifiedMessages.has(message) || (!vaguePattern.test(message) && message.includes(" "));

const schemas = endpoints.flatMap(({ verb, params, query, body }) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? [[`${verb}.${part}`, schema] as const] : [],
  ),
);

test.each(schemas)("every issue of %s says what is allowed, and nothing of the input", (_name, schema) => {
  const messages = new Set<string>();
  for (const value of generateInvalid(schema)) {
    const parsed = parseInput(schema, value);
    if (!parsed.success)
      for (const { path, message } of toIssues(parsed.error.issues)) messages.add(`${path.join(".")}: ${message}`);
  }
  const unhelpfulMessages = [...messages].filter((each) => {
    const [, message = ""] = /^[^ ]*: (.*)$/s.exec(each.replaceAll(/^.*~\|: /g, ": ")) ?? [];
    return !isHelpful(message) || message.includes(marker);
  });
  expect(unhelpfulMessages).toEqual([]);
});

const wholeNumber = z.int().check(z.gte(1), z.lte(100));
const listIssues = (schema: z.ZodMiniType, value: unknown) => {
  const parsed = parseInput(schema, value);
  return parsed.success ? [] : toIssues(parsed.error.issues).map(({ path, message }) => [path.join("."), message]);
};

const issueCases: [what: string, schema: z.ZodMiniType, value: unknown, message: string][] = [
  ["too small a number", wholeNumber, 0, "field must be a whole number of at least 1"],
  ["too large a number", wholeNumber, 101, "field must be at most 100"],
  ["a broken number", wholeNumber, 1.5, "field must be a whole number from 1 to 100"],
  ["a text for a number", wholeNumber, "1", "field must be a whole number from 1 to 100"],
  ["no number", wholeNumber, undefined, "field is required: a whole number from 1 to 100"],
  ["a number without an end", z.int().check(z.gte(5)), "x", "field must be a whole number of at least 5"],
  ["a number without a start", z.int().check(z.lte(5000)), "x", "field must be a whole number of at most 5,000"],
  ["a number of any kind", z.number(), "x", "field must be a number"],
  ["a price below", z.number().check(z.gte(0.5)), 0.1, "field must be at least 0.5"],
  ["a price at the open end", z.number().check(z.lt(2)), 2, "field must be less than 2"],
  ["no whole number at all", z.int(), 2 ** 60, "field must be at most 9,007,199,254,740,991"],
  ["a step", z.number().check(z.multipleOf(5)), 3, "field must be a multiple of 5"],
  ["a word that is none of a list", z.enum(["new", "shipped"]), "old", "field must be one of new, shipped"],
  ["no word of a list", z.enum(["new", "shipped"]), undefined, "field is required: one of new, shipped"],
  ["another word than the one", z.literal("S256"), "plain", "field must be S256"],
  ["too long a text", z.string().check(z.maxLength(64)), "x".repeat(65), "field must be at most 64 characters"],
  ["too short a text", z.string().check(z.minLength(3)), "x", "field must be at least 3 characters"],
  ["a text of another length", z.string().check(z.length(6)), "x", "field must be exactly 6 characters"],
  ["an empty text", z.string().check(z.minLength(1)), "", "field must not be empty"],
  ["no text", z.string(), undefined, "field is required: text"],
  ["a number for a text", z.string().check(z.maxLength(64)), 5, "field must be text of at most 64 characters"],
  ["a date", z.iso.date(), "23.11.2026", "field must be a date such as 2026-11-23"],
  ["no date", z.iso.date(), undefined, "field is required: a date such as 2026-11-23"],
  ["an instant", z.iso.datetime(), "now", "field must be an instant such as 2026-11-23T10:00:00.000Z"],
  ["an address of mail", z.email(), "ada", "field must be an email address such as ada@example.com"],
  ["an address of the web", z.url(), "ada", "field must be a web address such as https://example.com"],
  ["a form", z.string().check(z.regex(/^[a-z]$/)), "5", "field must have the form /^[a-z]$/"],
  ["neither yes nor no", z.boolean(), "yes", "field must be true or false"],
  ["no list", z.array(z.string()), "x", "field must be a list"],
  ["too long a list", z.array(z.string()).check(z.maxLength(1)), ["a", "b"], "field must have at most 1 entry"],
  ["too short a list", z.array(z.string()).check(z.minLength(2)), [], "field must have at least 2 entries"],
  ["no object", z.object({}), "x", "field must be an object"],
  ["an unknown field", z.strictObject({}), { a: 1 }, "field must have only the fields that the reference names"],
  ["two kinds", z.union([z.string(), z.array(z.string())]), 5, "field must be text, or be a list"],
  ["none of two kinds", z.union([z.string(), z.boolean()]), undefined, "field is required: text, or true or false"],
  [
    "a rule of its own",
    z.string({ error: must("be a version such as 5.2.0") }),
    5,
    "field must be a version such as 5.2.0",
  ],
];

test.each(issueCases)("%s is worded", (_what, schema, value, message) => {
  expect(listIssues(z.object({ field: schema }), { field: value })).toEqual([["field", message]]);
});

test("a field inside of lists, objects and records is named by its path", () => {
  const schema = z.object({
    packages: z.array(z.object({ weight: wholeNumber })),
    amounts: z.record(z.uuid(), wholeNumber),
  });
  const id = crypto.randomUUID();
  expect(listIssues(schema, { packages: [{ weight: 1 }, { weight: 0 }], amounts: { [id]: 0 } })).toEqual([
    ["packages.1.weight", "packages[1].weight must be a whole number of at least 1"],
    [`amounts.${id}`, "amounts[…] must be a whole number of at least 1"],
  ]);
  expect(listIssues(schema, { packages: [], amounts: { "<b>": 1 } })).toEqual([
    ["amounts.<b>", "amounts must have only valid keys: each must be a uuid"],
  ]);
  expect(listIssues(schema, 5)).toEqual([["", "The body must be an object"]]);
});

test("of a union only what is wrong with the kind that was sent is told", () => {
  const schema = z.object({ address: z.union([z.string(), z.object({ city: z.string(), line1: z.string() })]) });
  expect(listIssues(schema, { address: { line1: 5 } })).toEqual([
    ["address.city", "city is required: text"],
    ["address.line1", "line1 must be text"],
  ]);
});

test("a text that is no code of the catalogue is none, whatever an address says", () => {
  expect(["CART_OUTDATED", "PAYMENT_FAILED"].filter(isErrcode)).toHaveLength(2);
  expect(["", "constructor", "__proto__", "cart_outdated", "NONE"].filter(isErrcode)).toEqual([]);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findPatternProblem } from "../../worker/contract/serials/serial-pattern.ts";
import { query } from "../support/database.ts";

describe("a serial number pattern is taken", () => {
  test.each([
    "CGX-100-\\d{5}",
    "(SP100|SP200)-\\d{5}",
    "(?:100|1000)-\\d{1,5}",
    "[A-Z]{1,3}\\d{1,5}",
    "[A-F0-9]{8}",
    "[0-9A-Z-]{1,32}",
    "A\\-\\d?",
    "CGX-(20[0-9]{2})-[a-f]{3,4}",
    "A.B",
    "(A{1,2}B){1,3}C",
    ".{1,32}",
  ])("%s", (pattern) => expect(findPatternProblem(pattern)).toBeUndefined());
});

describe("a serial number pattern is refused with its reason", () => {
  test.each([
    ["", "empty"],
    ["^CGX", "Leave out “^”"],
    ["CGX$", "Leave out “$”"],
    ["CGX_1", "“_” is in no serial number"],
    ["CGX 1", "“ ” is in no serial number"],
    ["É1", "“É” is in no serial number"],
    ["A]", "“]” is in no serial number"],
    ["\\w{5}", "use \\d for a digit"],
    ["\\", "use \\d for a digit"],
    ["\\1", "use \\d for a digit"],
    ["[^A]", "without “^”"],
    ["[]", "Brackets need a character"],
    ["[AB", "no “]”"],
    ["[9-0]", "not a range"],
    ["[A-z]", "not a range"],
    ["[A-9]", "not a range"],
    ["[A-F-H]", "hyphen comes first"],
    ["[[:alpha:]]", "“[” is in no serial number"],
    ["(A", "no “)”"],
    ["A)", "no “(”"],
    ["()", "An alternative is empty"],
    ["A||B", "An alternative is empty"],
    ["(?=A)B", "without looking ahead"],
    ["(?<n>A)", "without looking ahead"],
    ["(?i)A", "without looking ahead"],
    ["?A", "nothing before it to repeat"],
    ["A*", "no upper bound"],
    ["A+", "no upper bound"],
    ["A{2,}", "no upper bound"],
    ["A{2", "A repetition is {5} or {1,8}"],
    ["A{5,2}", "larger number first"],
    ["A{0}", "at most 32"],
    ["A{33}", "at most 32"],
    ["A{2}?", "Two repetitions"],
    ["A??", "Two repetitions"],
    ["A{20}B{20}", "fits no serial number"],
    ["A?", "empty serial number"],
    ["(A?){3}", "repeats an optional part"],
    ["B(A?|C?)", "More than one alternative is optional"],
    ["(.{1,32}|A){32}", "more than 256 characters"],
    ["\\d{1,5}\\d{1,5}", "two ways"],
    ["A?A?B", "two ways"],
    ["(A|AB)(BC|C)", "two ways"],
    ["(A|a)", "two ways"],
    ["(\\d{1,3}){1,3}", "two ways"],
    ["(A{1,2}){1,2}", "two ways"],
    ["[A-C]?(B|D)?B1", "two ways"],
  ])("%s: %s", (pattern, reason) => expect(findPatternProblem(pattern)).toContain(reason));
});

/** Patterns of the grammar, including ambiguous ones and ones that are too long. */
const pattern: fc.Arbitrary<string> = fc.letrec<Record<"node", string>>((tie) => ({
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("A", "b", "0", "-", "\\d", ".", "[A-C]", "[0-4-]", "\\-"),
    fc.tuple(tie("node"), tie("node")).map((parts) => parts.join("")),
    fc.tuple(tie("node"), tie("node")).map(([one, other]) => `(${one}|${other})`),
    fc
      .tuple(tie("node"), fc.constantFrom("?", "{2}", "{1,2}", "{0,3}"))
      .map(([one, repetition]) => `(${one})${repetition}`),
  ),
})).node;
const serial = fc.string({ unit: fc.constantFrom("A", "B", "c", "0", "4", "9", "-"), minLength: 1, maxLength: 8 });

test("PostgreSQL runs what is taken, fits the same serial numbers as other engines, and reads each in one way", async () => {
  const samples = fc
    .sample(fc.tuple(pattern, fc.array(serial, { minLength: 20, maxLength: 20 })), { numRuns: 1500, seed: 22 })
    .filter(([text]) => findPatternProblem(text) === undefined);
  expect(samples.length).toBeGreaterThan(300);
  for (const [text, serials] of samples) {
    const rows = await query<{ serial: string; fits: boolean }>(
      "select serial, serial ~* ('^(?:' || $1 || ')$') as fits from unnest($2::text[]) serial",
      [text, serials],
    );
    const expression = new RegExp(`^(?:${text})$`, "i");
    expect([text, rows]).toEqual([text, rows.map((row) => ({ ...row, fits: expression.test(row.serial) }))]);
  }
});

test("the slowest patterns that are taken take PostgreSQL and a backtracking engine no time", async () => {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"];
  const slowPatterns = [
    ".{1,32}",
    `${letters.map((each) => `${each}?`).join("")}-`,
    `(${Array.from({ length: 48 }, (_, n) => `${letters[n % 26]}${n % 10}${letters[(n * 7) % 26]}`).join("|")})`,
    "((((A{1,2}B){1,2}C){1,2}D){1,2}E){1,4}",
    "([A-Z]{1,4}[0-9]{1,4}){1,4}",
    "(([A-Z]{1,2}-){1,3}\\d{1,3}-){1,3}A",
  ];
  const acceptedPatterns = slowPatterns.filter((text) => findPatternProblem(text) === undefined);
  expect(acceptedPatterns).toEqual(slowPatterns);
  const serials = [..."A1-"].flatMap((each) => [each.repeat(32), `${`${each}A1B-`.repeat(6)}_`]);
  for (const text of acceptedPatterns) {
    const times: number[] = [];
    for (let run = 0; run < 3; run += 1) {
      const [plan] = await query<{ ms: number }>(
        `with at as materialized (select clock_timestamp() as began),
           ran as materialized (
             select count(*) from at, unnest($2::text[]) serial where serial ~* ('^(?:' || $1 || ')$')
           )
         select extract(epoch from clock_timestamp() - at.began) * 1000 as ms from ran, at`,
        [text, serials],
      );
      times.push(Number(plan?.ms));
    }
    // The fastest run counts, because a busy machine may have slowed the others.
    expect([text, Math.min(...times) < 250]).toEqual([text, true]);
    const usageBefore = process.cpuUsage();
    for (const each of serials) new RegExp(`^(?:${text})$`, "i").test(each);
    expect([text, process.cpuUsage(usageBefore).user < 250_000]).toEqual([text, true]);
  }
});

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { endpoints } from "../../../worker/contract/index.ts";
import { strip } from "../../../worker/http/middleware/strip.ts";

const folder = join(import.meta.dirname, "../../../routes/docs/examples");
const examples = globSync("*.json", { cwd: folder }).flatMap((file) =>
  Object.entries<{ reply?: unknown }>(JSON.parse(readFileSync(join(folder, file), "utf8"))),
);

test("what an answer may hold is what zod lets through, whatever is added to it, missing or wrong in it", () => {
  const differences: string[] = [];
  let refusals = 0;
  for (const [verb, { reply }] of examples) {
    const schema = endpoints.find((each) => each.verb === verb)?.reply;
    if (!schema || reply === undefined) continue;
    for (const answer of [reply, addUnknownFields(reply), ...generateWrong(reply)]) {
      const expected = runToText(() => schema.parse(answer));
      if (expected === "refused") refusals += 1;
      if (runToText(() => strip(schema, answer)) !== expected) differences.push(`${verb}: ${JSON.stringify(answer)}`);
    }
  }
  expect(differences).toEqual([]);
  expect(refusals).toBeGreaterThan(1000);
});

function runToText(take: () => unknown): string {
  try {
    return JSON.stringify(sortKeys(take()));
  } catch {
    return "refused";
  }
}

function addUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addUnknownFields);
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.entries(value).map(([name, each]) => [name, addUnknownFields(each)]);
  return { ...Object.fromEntries(inner), password_hash: "leaked" };
}

/** Copies of a value, each with one nested field removed or one nested value replaced by a wrong one. */
function* generateWrong(value: unknown): Generator<unknown> {
  if (typeof value !== "object" || value === null) {
    yield* [null, -1, 0.5, "none of these", true, {}, []];
    return;
  }
  const replaceIn = (name: string, each: unknown) =>
    Array.isArray(value) ? value.with(Number(name), each) : { ...value, [name]: each };
  // Two rows are enough, because all rows of a list have one schema.
  for (const [name, inner] of Object.entries(value).slice(0, Array.isArray(value) ? 2 : Infinity)) {
    if (!Array.isArray(value)) yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
    for (const wrong of generateWrong(inner)) yield replaceIn(name, wrong);
  }
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const names = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(names.map(([name, inner]) => [name, sortKeys(inner)]));
}

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
  const differing: string[] = [];
  let refusals = 0;
  for (const [verb, { reply }] of examples) {
    const schema = endpoints.find((each) => each.verb === verb)?.reply;
    if (!schema || reply === undefined) continue;
    for (const answer of [reply, withMore(reply), ...withOneWrong(reply)]) {
      const expected = outcomeOf(() => schema.parse(answer));
      if (expected === "refused") refusals += 1;
      if (outcomeOf(() => strip(schema, answer)) !== expected) differing.push(`${verb}: ${JSON.stringify(answer)}`);
    }
  }
  expect(differing).toEqual([]);
  expect(refusals).toBeGreaterThan(1000);
});

function outcomeOf(take: () => unknown): string {
  try {
    return JSON.stringify(sorted(take()));
  } catch {
    return "refused";
  }
}

/** Adds a name that no contract has to each object. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.entries(value).map(([name, each]) => [name, withMore(each)]);
  return { ...Object.fromEntries(inner), password_hash: "leaked" };
}

/** Per value: once without it, and once with each replacement. */
function* withOneWrong(value: unknown): Generator<unknown> {
  if (typeof value !== "object" || value === null) {
    yield* [null, -1, 0.5, "none of these", true, {}, []];
    return;
  }
  const copy = (name: string, each: unknown) =>
    Array.isArray(value) ? value.with(Number(name), each) : { ...value, [name]: each };
  // a list is represented by its first rows
  for (const [name, inner] of Object.entries(value).slice(0, Array.isArray(value) ? 2 : Infinity)) {
    if (!Array.isArray(value)) yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
    for (const wrong of withOneWrong(inner)) yield copy(name, wrong);
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const names = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(names.map(([name, inner]) => [name, sorted(inner)]));
}

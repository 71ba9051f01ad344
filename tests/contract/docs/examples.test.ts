import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { endpoints } from "../../../worker/contract/index.ts";

type Recorded = { params?: unknown; query?: unknown; body?: unknown; reply?: unknown };

const folder = join(import.meta.dirname, "../../../routes/docs/examples");
const files = globSync("*.json", { cwd: folder }).map((file) => readFileSync(join(folder, file), "utf8"));
const examples = files.flatMap((text) => Object.entries<Recorded>(JSON.parse(text)));
const rerunHint = "run `npm run examples` to record them anew";

test("every recorded example is that of a call, and still fits its contract", () => {
  expect(examples.length).toBeGreaterThan(80);
  const misfitting = examples.flatMap(([verb, { params = {}, query = {}, body, reply }]) => {
    const spec = endpoints.find((each) => each.verb === verb);
    if (!spec) return [`${verb} is no call`];
    // Parsing drops fields that the schema does not name, so equality proves that nothing else was recorded.
    const parsedReply = spec.reply?.safeParse(reply);
    return [
      ...(parsedReply?.success && JSON.stringify(sortKeys(parsedReply.data)) === JSON.stringify(sortKeys(reply))
        ? []
        : [`${verb}: answer`]),
      ...(spec.params && !spec.params.safeParse(params).success ? [`${verb}: params`] : []),
      ...(spec.query && !spec.query.safeParse(query).success ? [`${verb}: query`] : []),
      ...(spec.body && !spec.body.safeParse(body).success ? [`${verb}: body`] : []),
    ];
  });
  expect(misfitting, rerunHint).toEqual([]);
});

test("an example that no longer fits is found", () => {
  const spec = endpoints.find(({ verb }) => verb === "getOrder");
  const [, recorded] = examples.find(([verb]) => verb === "getOrder") ?? [];
  const { id: _id, ...withoutId } = Object(recorded?.reply);
  expect(spec?.reply?.safeParse(withoutId).success).toBe(false);
});

test("no example tells a secret or what differs from recording to recording", () => {
  for (const text of files) {
    expect(text).not.toMatch(/localhost|127\.0\.0\.1|__Host-|scrypt\$|sk_|whsec_|rk_live/);
    const ids = [...text.matchAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g)].map(String);
    expect(ids.filter((id) => !id.startsWith("01900000-0000-7000-8000-"))).toEqual([]);
  }
});

/** Sorts object keys, because recordings may differ in their order. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sortKeys(inner)]),
  );
}

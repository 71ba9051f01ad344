import { expect, test } from "vitest";
import { endpoints } from "../../worker/contract/index.ts";

const replyFields = (schema: unknown): Record<string, { _zod: { def: { type: string } } }> =>
  Object(schema)._zod?.def.shape ?? {};

test("every reply with a list in `data` has `meta` beside it", () => {
  const lists = endpoints.filter(({ reply }) => replyFields(reply)["data"]?._zod.def.type === "array");
  expect(lists.length).toBeGreaterThan(40);
  expect(lists.filter(({ reply }) => !("meta" in replyFields(reply))).map(({ verb }) => verb)).toEqual([]);
});

import { expect, test } from "vitest";
import * as z from "zod/mini";
import { listQuery } from "../../worker/contract/paging.ts";

test("a list whose sort is left out is sorted by the first field of its contract, descending", () => {
  expect(z.object(listQuery(["last_used_at", "created_at"])).parse({}).sort).toBe("-last_used_at");
});

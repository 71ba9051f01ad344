import { expect, test } from "vitest";
import { schedule } from "../../worker/cron.ts";
import { readDeployment } from "../sandbox/run/wrangler-toml.ts";

test("Cloudflare is asked for exactly the times at which jobs run, and no job runs at two", () => {
  expect(readDeployment().crons.toSorted()).toEqual(Object.keys(schedule).toSorted());
  const names = Object.values(schedule).flat();
  expect(new Set(names).size).toBe(names.length);
});

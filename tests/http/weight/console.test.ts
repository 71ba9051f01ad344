import { expect, inject, test } from "vitest";
import { measureBuild } from "../../../tools/house/weights.ts";

test.runIf(inject("renderer") === "preact")("all style and script of the console is at most 60 kB", () => {
  const { console: bytes } = measureBuild();
  expect(bytes).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThanOrEqual(60_000);
});

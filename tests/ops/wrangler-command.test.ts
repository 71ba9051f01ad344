import { expect, test } from "vitest";
import { runProgram } from "../../ops/deploy/wrangler-command.ts";

test("a program that ends without reading its input has the code that it ends with", async () => {
  const input = "x".repeat(1_000_000);
  expect(await runProgram("node", ["-e", "process.exit(3)"], { input, quiet: true })).toEqual({ code: 3, output: "" });
});

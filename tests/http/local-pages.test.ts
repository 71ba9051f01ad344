import { expect, test } from "vitest";
import { workerUrl } from "../support/app.ts";

test("the page of all components is there on one's own machine", async () => {
  const answer = await fetch(`${workerUrl}/design`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("every component in every state");
  for (const show of ["rows", "results", "none", "empty"])
    expect((await fetch(`${workerUrl}/design/list?show=${show}`)).status, show).toBe(200);
});

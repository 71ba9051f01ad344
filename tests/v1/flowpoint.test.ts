import { expect, inject, test } from "vitest";
import { getFlowpointLinks } from "../../worker/contract/v1/flowpoint.ts";
import { signedIn, visitor } from "../support/actors.ts";

test("the desktop app reads its six links with a bearer session", async () => {
  const { success, ...links } = (await (await signedIn({ kind: "bearer" })).client.call(getFlowpointLinks)).reply();
  expect(success).toBe(true);
  expect(Object.keys(links).toSorted()).toEqual([
    "ACCESSORIES",
    "CRUNCHBOX",
    "DEVICES",
    "FLOWPOINT_DOWNLOAD_LATEST",
    "PROFILE",
    "SOFTWARE",
  ]);
  for (const link of Object.values(links)) expect(URL.canParse(link)).toBe(true);
  const { PUBLIC_URL, FLOWPOINT_DOWNLOAD_URL } = inject("workerVars");
  expect(links.FLOWPOINT_DOWNLOAD_LATEST).toBe(FLOWPOINT_DOWNLOAD_URL);
  expect(links.CRUNCHBOX).toBe(`${PUBLIC_URL}/store`);
});

test("the links of the desktop app lead to pages that exist", async () => {
  const { client } = await signedIn();
  const { PROFILE, CRUNCHBOX } = (await client.call(getFlowpointLinks)).reply();
  for (const link of [PROFILE, CRUNCHBOX]) {
    const { pathname, search } = new URL(link);
    expect((await client.fetch(pathname + search, { headers: { "sec-fetch-dest": "document" } })).status).toBe(200);
  }
});

test("without a session they are refused", async () => {
  const answer = await visitor().call(getFlowpointLinks);
  expect([answer.status, answer.errcode]).toEqual([401, "SECURITY_CHECK_FAILED"]);
});

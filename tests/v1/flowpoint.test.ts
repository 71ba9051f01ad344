import { describe, expect, inject, test } from "vitest";
import { downloadSoftware } from "../../worker/contract/v1/client/software.ts";
import { getFlowpointLinks } from "../../worker/contract/v1/flowpoint.ts";
import { signedIn, visitor } from "../support/actors.ts";
import { startSecondWorker } from "../support/app.ts";
import { type Client, createClient } from "../support/client.ts";

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
  const { PUBLIC_URL } = inject("workerVars");
  expect(links.FLOWPOINT_DOWNLOAD_LATEST).toBe(`${PUBLIC_URL}/v1/client/software/flowpoint/download`);
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

describe("the link to the newest desktop app, opened in a browser,", () => {
  const navigation = {
    headers: { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate", "sec-fetch-site": "none" },
  };
  const openDownload = async (client: Client) => {
    const link = (await (await signedIn()).client.call(getFlowpointLinks)).reply().FLOWPOINT_DOWNLOAD_LATEST;
    return client.fetch(new URL(link).pathname, navigation);
  };

  test("is the file for who is signed in", async () => {
    const { client } = await signedIn();
    const redirect = await openDownload(client);
    expect(redirect.status).toBe(302);
    const file = await client.fetch(new URL(redirect.headers.get("location") ?? "").pathname, navigation);
    expect([file.status, file.headers.get("content-disposition")]).toEqual([
      200,
      expect.stringContaining("flowpoint-5.2.0"),
    ]);
    await file.body?.cancel();
  });

  test("leads a visitor to the page of the app, which asks to sign in and comes back", async () => {
    const client = visitor();
    const redirect = await openDownload(client);
    expect([redirect.status, redirect.headers.get("location")]).toEqual([302, "/portal/downloads/of/flowpoint"]);
    const page = await client.fetch("/portal/downloads/of/flowpoint", navigation);
    expect(page.headers.get("location")).toBe("/sign-in/crunchbox?redirect_uri=%2Fportal%2Fdownloads%2Fof%2Fflowpoint");
  });

  test("is refused to programs without a session by the call's own errcode", async () => {
    const answer = await visitor().call(downloadSoftware, { params: { name: "flowpoint" } });
    expect([answer.status, answer.errcode]).toEqual([401, "SECURITY_CHECK_FAILED"]);
  });
});

test("a deployment may name another place for the desktop app", async () => {
  const FLOWPOINT_DOWNLOAD_URL = "https://files.example.test/flowpoint.msi";
  const worker = await startSecondWorker({ FLOWPOINT_DOWNLOAD_URL });
  try {
    const client = createClient({ url: worker.url, session: (await signedIn()).token });
    expect((await client.call(getFlowpointLinks)).reply().FLOWPOINT_DOWNLOAD_LATEST).toBe(FLOWPOINT_DOWNLOAD_URL);
  } finally {
    await worker.stop();
  }
});

test("without a session they are refused", async () => {
  const answer = await visitor().call(getFlowpointLinks);
  expect([answer.status, answer.errcode]).toEqual([401, "SECURITY_CHECK_FAILED"]);
});

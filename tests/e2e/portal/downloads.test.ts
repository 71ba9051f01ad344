import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { expect, test } from "../../support/browser.ts";
import { signedIn } from "../../support/actors.ts";
import { createSoftware, createVersion } from "../../support/software/rows.ts";
import { button, demoSession, link } from "../account/steps.ts";

test("a plugin that a subscription covers is downloaded, and after an interruption it goes on to the same file", async ({
  open,
}) => {
  const page = await open({ session: await demoSession("owner@globex.test") });
  await page.clock.install();
  await page.goto("/portal/downloads");
  await link(page, "Spectral Analysis").click();
  await expect(page.getByRole("heading", { name: "2.1.0" })).toBeVisible();
  await expect(page.getByText("1.5 MB").first()).toBeVisible();
  const hash = (await page.locator("main .hash").first().textContent()) ?? "";
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  // "Copied" disappears after two seconds, so the clock is stopped.
  await page.clock.pauseAt(Date.now() + 60_000);
  await button(page, "Copy SHA-256 of spectral-analysis-2.1.0.fpx").click();
  await expect(button(page, "Copied SHA-256 of spectral-analysis-2.1.0.fpx")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(hash);
  const download = link(page, "Download Spectral Analysis 2.1.0");
  const [downloadedFile] = await Promise.all([page.waitForEvent("download"), download.click()]);
  expect(downloadedFile.suggestedFilename()).toBe("spectral-analysis-2.1.0.fpx");
  const content = readFileSync(await downloadedFile.path());
  expect(createHash("sha256").update(content).digest("hex")).toBe(hash);
  const resumedDownload = await page.evaluate(
    async (href) => {
      const aborter = new AbortController();
      const firstResponse = await fetch(href, { signal: aborter.signal });
      const parts: Uint8Array[] = [];
      let receivedBytes = 0;
      for await (const part of firstResponse.body ?? new ReadableStream<Uint8Array>()) {
        // A fast machine may deliver the whole file in one chunk.
        const head = part.slice(0, 200_000 - receivedBytes);
        parts.push(head);
        receivedBytes += head.length;
        if (receivedBytes === 200_000) break;
      }
      aborter.abort();
      const headers = { range: `bytes=${receivedBytes}-`, "if-range": firstResponse.headers.get("etag") ?? "" };
      const restResponse = await fetch(firstResponse.url, { headers });
      const joinedBytes = await new Blob([
        ...parts.map((part) => new Uint8Array(part)),
        await restResponse.blob(),
      ]).arrayBuffer();
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", joinedBytes));
      const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
      return { status: restResponse.status, is_part: receivedBytes < joinedBytes.byteLength, hex };
    },
    (await download.getAttribute("href")) ?? "",
  );
  expect(resumedDownload).toEqual({ status: 206, is_part: true, hex: hash });
  await page.goto("/portal/downloads/history");
  await expect(page.locator("main tbody tr").first()).toContainText("Spectral Analysis 2.1.0");
  await expect(page.locator("main tbody tr").first()).toContainText("Greta Lindqvist");
});

test("what no subscription covers says why, and what one covered until its end stays up to there; all without script", async ({
  open,
}) => {
  const page = await open({ session: await demoSession("user@acme.test"), javaScriptEnabled: false });
  await page.goto("/portal/downloads");
  const row = (title: string) =>
    page.locator("main li").filter({ has: page.getByRole("link", { name: title, exact: true }) });
  await expect(row("Spectral Analysis")).toContainText("It comes with Spectral Analysis. Subscribe to get it.");
  await expect(link(page, "Download Spectral Analysis 2.1.0")).toHaveCount(0);
  await expect(row("Fleet Monitor")).toContainText("Yours up to 4.2.1. 4.3.0 is out.");
  await expect(link(page, "Download Fleet Monitor 4.2.1")).toBeVisible();
  await expect(row("Gate firmware"), "without a version there is nothing to get").toHaveCount(0);
  await expect(link(page, "Download LIMS Export 1.3.0")).toBeVisible();
  await link(page, "Fleet Monitor").click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["4.3.0", "4.2.1", "4.1.0"]);
  await expect(link(page, "Download Fleet Monitor 4.3.0")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Copy/ }), "what only script can do is not offered").toHaveCount(0);
  const [downloadedFile] = await Promise.all([
    page.waitForEvent("download"),
    link(page, "Download Fleet Monitor 4.2.1").click(),
  ]);
  expect(downloadedFile.suggestedFilename()).toBe("fleet-monitor-4.2.1.fpx");
  await page.goto("/portal/downloads");
  await row("Spectral Analysis").getByRole("link", { name: "Get it" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Spectral Analysis");
});

test("what was downloaded is searched, and exported as a file that a spreadsheet reads", async ({ open }) => {
  const { token, client, user } = await signedIn();
  const software = await createSoftware();
  const version = await createVersion(software);
  const page = await open({ session: token });
  await page.goto("/portal/downloads/history");
  await expect(page.getByText("No downloads yet.")).toBeVisible();
  const answer = await client.fetch(`/v1/client/downloads/${version.id}/redirect`);
  await (await fetch(answer.headers.get("location") ?? "")).arrayBuffer();
  await page.goto(`/portal/downloads/history?search=${software.name}`);
  await expect(page.locator("main tbody tr")).toHaveCount(1);
  await page.getByRole("button", { name: "Export" }).click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "CSV" }).click()]);
  const lines = readFileSync(await file.path(), "utf8").split("\r\n");
  expect(lines[1]).toContain(`"${software.title} 1.0.0","Test ${user.last_name}","${user.email}",`);
});

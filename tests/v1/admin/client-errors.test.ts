import { describe, expect, test } from "vitest";
import { getClientError, listClientErrors } from "../../../worker/contract/v1/admin/client-errors.ts";
import { takeClientLog } from "../../../worker/contract/v1/application.ts";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { sandbox } from "../../support/sandbox.ts";

const admin = (await signedInAdmin()).client;
const randomLetters = () =>
  Array.from({ length: 12 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join("");
const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

type Extra = { level?: string; event?: object; device?: unknown };
async function createReporter(userAgent = chrome) {
  const { client } = await signedIn();
  return async (message: string, extra: Extra = {}) =>
    (
      await client.call(takeClientLog, {
        body: { message, level: "error", ...extra },
        headers: { "user-agent": userAgent },
      })
    ).reply();
}
const listErrors = async (search: string, more: object = {}) =>
  (await admin.call(listClientErrors, { query: { search, ...more } })).reply().data;
async function waitForErrors(search: string, count: number) {
  await expect.poll(async () => (await listErrors(search)).length).toBe(count);
  return listErrors(search);
}

describe("an error that a client reports", () => {
  test("is counted with those of its message, release, page and browser, and shows the newest stack", async () => {
    const name = randomLetters();
    const report = await createReporter();
    const event = (stack: string, release = "a1b2c3d4") => ({
      type: "unhandledrejection",
      url: "https://shop.test/admin/orders/7f0c2f8e-58a4-4f6c-9a55-2a8f5a3c9d10?tab=notes#top",
      data: { stack, release },
    });
    const frame = (line: number) => `    at total (https://shop.test/assets/forms-x1.js?v=2:${line}:17)`;
    await report(`TypeError: ${name}`, { event: event(`TypeError: secret words\n${frame(1)}`) });
    await waitForErrors(name, 1);
    await report(`TypeError: ${name}`, { event: event(`TypeError: secret words\n${frame(2)}`) });
    await report(`TypeError: ${name}`, { event: event("", "e5f6a7b8") });
    await expect.poll(async () => (await listErrors(name)).map(({ count }) => count).toSorted()).toEqual([1, 2]);
    const [mostFrequent] = await listErrors(name, { sort: "-count" });
    expect(mostFrequent).toMatchObject({
      level: "error",
      type: "unhandledrejection",
      message: `TypeError: ${name}`,
      release: "a1b2c3d4",
      page: "/admin/orders/:id",
      browser: "Chrome",
      count: 2,
    });
    expect(mostFrequent?.stack).toBe("at total (/assets/forms-x1.js:2:17)");
    expect(Date.parse(mostFrequent?.last_seen_at ?? "")).toBeGreaterThanOrEqual(
      Date.parse(mostFrequent?.first_seen_at ?? ""),
    );
    const params = { id: mostFrequent?.id ?? "" };
    expect((await admin.call(getClientError, { params })).reply()).toMatchObject({ id: mostFrequent?.id, count: 2 });
    expect((await admin.call(getClientError, { params: { id: crypto.randomUUID() } })).errcode).toBe(
      "CLIENT_ERROR_NOT_FOUND",
    );
    expect(await listErrors(name, { release: "e5f6a7b8" })).toHaveLength(1);
    expect(await listErrors(name, { browser: "Firefox" })).toEqual([]);
  });

  test("keeps no personal data, whatever the client sends", async () => {
    const name = randomLetters();
    const report = await createReporter("Flowpoint/5.2 (Windows)");
    await report(
      `${name}: Unexpected token 'A', "Ada Lovelace, 12 Main St" is not valid JSON; ada.lovelace+x@acme.test called ` +
        `+1 (512) 555-0100 at https://shop.test/verify/7f0c2f8e-58a4-4f6c-9a55-2a8f5a3c9d10/ABC234?code=secret, ` +
        `'Ada Lovelace' 7f0c2f8e-58a4-4f6c-9a55-2a8f5a3c9d10`,
      {
        device: "Ada's laptop",
        event: {
          type: "Ada Lovelace",
          url: "https://shop.test/verify/some-id/ABCDEF?code=secret",
          data: {
            release: "Ada Lovelace",
            stack: "at ada@acme.test\n at x (https://shop.test/setup/ABCDEF/481516?code=secret:1:2)",
          },
        },
      },
    );
    const [error] = await waitForErrors(name, 1);
    expect(error).toMatchObject({ type: "other", page: "/verify/some-id/:id", release: null, browser: "Flowpoint" });
    // The id is random, the fingerprint is a hash, and timestamps may hold any digits.
    const rows = await query<{ row: string }>(
      "select (to_jsonb(e) - '{id,fingerprint,first_seen_at,last_seen_at}'::text[])::text as row from client_errors e where id = $1",
      [error?.id],
    );
    expect(rows[0]?.row).not.toMatch(/Lovelace|\bada\b|acme|555|ABC234|ABCDEF|secret|481516|7f0c2f8e|laptop|Main St/);
    expect(error?.message).toContain("is not valid JSON");
  });

  test("of level warn is listed, and what is only told is not", async () => {
    const name = randomLetters();
    const report = await createReporter();
    await report(`${name} told`, { level: "info" });
    await report(`${name} warned`, { level: "warn" });
    expect(await waitForErrors(name, 1)).toMatchObject([
      { message: `${name} warned`, level: "warn", page: null, stack: null },
    ]);
  });

  test("is one of at most 200 new kinds a day, and goes after 30 days", async () => {
    const [oldName, recentName] = [randomLetters(), randomLetters()];
    await query(
      `insert into client_errors (fingerprint, level, type, message, browser, first_seen_at, last_seen_at)
       select $1 || n, 'error', 'error', $1, 'Chrome', now() - interval '31 days', now() - case n when 1 then interval '31 days' else interval '29 days' end
       from generate_series(1, 2) n`,
      [oldName],
    );
    await sandbox.runJob("clean-up");
    expect(await listErrors(oldName)).toHaveLength(1);
    // In a flood of invented messages, known errors are still counted and no new one is added.
    const report = await createReporter();
    await report(recentName);
    await waitForErrors(recentName, 1);
    const flood = randomLetters();
    await query(
      `insert into client_errors (fingerprint, level, type, message, browser, last_seen_at)
       select $1 || n, 'error', 'error', $1, 'Chrome', now() from generate_series(1, 200) n`,
      [flood],
    );
    try {
      const lateName = randomLetters();
      await report(lateName);
      await report(recentName);
      await expect.poll(async () => (await listErrors(recentName))[0]?.count).toBe(2);
      expect(await listErrors(lateName)).toEqual([]);
    } finally {
      await query("delete from client_errors where message = $1", [flood]);
    }
  });
});

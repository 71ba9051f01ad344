import { expect, test } from "vitest";
import { startSecondWorker } from "../../support/app.ts";
import { createClient } from "../../support/client.ts";

const withoutSms = { SMS_ACCOUNT_SID: "", SMS_AUTH_TOKEN: "", SMS_FROM: "" };

test("without an account for text messages the shop runs, and says so once", async () => {
  const worker = await startSecondWorker(withoutSms);
  try {
    const anonymousClient = createClient({ url: worker.url });
    expect((await anonymousClient.fetch("/health")).status).toBe(200);
    expect((await anonymousClient.fetch("/sign-in/crunchbox")).status).toBe(200);
    const startLines = () => worker.lines.filter((line) => line.includes('"event":"start"'));
    await expect.poll(() => startLines().length).toBe(1);
    expect(JSON.parse(startLines()[0] ?? "")).toMatchObject({ level: "info", sms: "off: SMS_ACCOUNT_SID is not set" });
  } finally {
    await worker.stop();
  }
});

test.each([
  [{ SMS_AUTH_TOKEN: "" }, "SMS_AUTH_TOKEN: "],
  [{ SMS_ACCOUNT_SID: "", SMS_FROM: "" }, "SMS_ACCOUNT_SID, SMS_FROM: "],
])("with %j missing among its three settings it does not start, and says which", async (overrides, missingNames) => {
  const worker = await startSecondWorker(overrides);
  try {
    expect((await createClient({ url: worker.url }).fetch("/health")).status).toBe(500);
    const reason = `${missingNames}set all of SMS_ACCOUNT_SID, SMS_AUTH_TOKEN, SMS_FROM, or none of them`;
    await expect.poll(() => worker.lines.some((line) => line.includes(reason))).toBe(true);
  } finally {
    await worker.stop();
  }
});

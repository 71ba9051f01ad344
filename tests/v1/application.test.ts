import { readFileSync } from "node:fs";
import { describe, expect, inject, test } from "vitest";
import { takeClientLog } from "../../worker/contract/v1/application.ts";
import { signedIn, visitor } from "../support/actors.ts";
import { unique } from "../support/factories.ts";

const entry = (message: string) => ({
  message,
  level: "error",
  event: {
    type: "click",
    url: "https://shop.test/verify/some-id/ABC234?code=secret",
    timestamp: "2026-11-20T10:00:00Z",
    data: { n: 1 },
  },
  device: { os: "linux" },
});
const readLogLines = (text: string) =>
  readFileSync(inject("workerLog"), "utf8")
    .split("\n")
    .filter((line) => line.includes(text));

describe("reporting an event of the client", () => {
  test("writes it as one JSON line, without the secret part of the address", async () => {
    const message = unique("report");
    const answer = await (await signedIn()).client.call(takeClientLog, { body: entry(message) });
    expect(answer.reply()).toEqual({ success: true });
    await expect.poll(() => readLogLines(message).length).toBe(1);
    const [line = "{}"] = readLogLines(message);
    expect(JSON.parse(line)).toMatchObject({
      event: "client",
      level: "info",
      client_level: "error",
      message,
      device: { os: "linux" },
    });
    expect(line).not.toMatch(/ABC234|secret|some-id/);
  });

  test.each(["error", "warn", "info"])("takes the level %s, and a message alone", async (level) => {
    expect(
      (await (await signedIn({ kind: "bearer" })).client.call(takeClientLog, { body: { message: "m", level } })).status,
    ).toBe(200);
  });

  test("cannot forge a second line", async () => {
    const message = `${unique("forged")}\n{"level":"error","event":"failure"}`;
    (await (await signedIn()).client.call(takeClientLog, { body: { message, level: "info" } })).reply();
    const mark = message.split("\n")[0] ?? "";
    await expect.poll(() => readLogLines(mark).length).toBe(1);
    expect(JSON.parse(readLogLines(mark)[0] ?? "{}").message).toBe(message);
  });

  test.each([
    ["level", "debug"],
    ["level", undefined],
    ["message", undefined],
    ["message", 7],
    ["event", "x"],
    ["device", 7],
  ])("is refused when %s is %j", async (field, value) => {
    const answer = await (await signedIn()).client.call(takeClientLog, { body: { ...entry("m"), [field]: value } });
    expect([answer.status, answer.issues[0]?.path[0]]).toEqual([400, field]);
  });

  test.each([
    ["message", { level: "info", message: "pad" }],
    ["type", { level: "info", message: "m", event: { type: "pad" } }],
    ["address", { level: "info", message: "m", event: { url: "pad" } }],
    ["timestamp", { level: "info", message: "m", event: { timestamp: "pad" } }],
    ["data", { level: "info", message: "m", event: { data: "pad" } }],
    ["device", { level: "info", message: "m", device: { pad: "pad" } }],
  ])("of 10,240 bytes is taken and of 10,241 refused as too long, whatever fills its %s", async (_field, body) => {
    const start = JSON.stringify(body);
    const bodyOfSize = (bytes: number) => start.replace('"pad"}', `"pad${"x".repeat(bytes - start.length)}"}`);
    const { client } = await signedIn();
    expect((await client.call(takeClientLog, { body: bodyOfSize(10_240) })).status).toBe(200);
    const answer = await client.call(takeClientLog, { body: bodyOfSize(10_241) });
    expect([answer.status, answer.message, answer.problems]).toEqual([
      400,
      "Message too long.",
      ["content-length: Message too long."],
    ]);
  });

  test("takes a device as a text, and JSON as the text that sendBeacon sends", async () => {
    const { client } = await signedIn();
    expect((await client.call(takeClientLog, { body: { ...entry("m"), device: "Chrome on Windows" } })).status).toBe(
      200,
    );
    const post = (type: string, body = JSON.stringify({ message: "m", level: "info" })) =>
      client.fetch("/v1/application/logs", { method: "POST", headers: { "content-type": type }, body });
    expect((await post("text/plain;charset=UTF-8")).status).toBe(200);
    expect((await post("text/plain;charset=UTF-8", "no JSON")).status).toBe(400);
    expect((await post("application/x-www-form-urlencoded")).status).toBe(415);
    const crossSiteHeaders = { "content-type": "text/plain", "sec-fetch-site": "cross-site" };
    const response = await client.fetch("/v1/application/logs", {
      method: "POST",
      headers: crossSiteHeaders,
      body: "{}",
    });
    expect(response.status, "another site may send texts, but not for us").toBe(401);
  });

  test("without a session is refused", async () => {
    expect((await visitor().call(takeClientLog, { body: entry("m") })).errcode).toBe("SECURITY_CHECK_FAILED");
  });
});

import { expect, test } from "vitest";
import { createSmsGateway } from "../../worker/gateways/sms/index.ts";
import { type LoggedCall, type CallOutcome, watchGateways } from "../../worker/gateways/watch/watch-gateways.ts";

const settings = {
  SMS_ACCOUNT_SID: "AC00000000000000000000000000000000",
  SMS_AUTH_TOKEN: "not a token",
  SMS_FROM: "+15550100000",
  SMS_API_URL: "http://127.0.0.1:9",
};

test("a webhook whose signature is checked here says nothing about the provider, a failed call does", async () => {
  const outcomes: CallOutcome[] = [];
  const calls: LoggedCall[] = [];
  const { sms } = watchGateways(
    { sms: createSmsGateway(settings) },
    {
      report: (outcome) => outcomes.push(outcome),
      log: (call) => calls.push(call),
    },
  );
  const webhook = { body: "From=%2B15550100001&Body=STOP", url: "https://shop.test/v1/callbacks/sms", signature: "" };
  expect(await sms.readWebhook(webhook)).toBeUndefined();
  expect([outcomes, calls]).toEqual([[], []]);
  await expect(sms.send({ to: "+15550100001", body: "Hello", idempotency_key: "1" })).rejects.toThrow();
  expect(outcomes).toMatchObject([{ integration: "sms", is_down: true }]);
  expect(calls).toEqual([{ integration: "sms", method: "send", ms: expect.any(Number), answered: false }]);
});

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmailGateway } from "../../worker/gateways/email.ts";
import { payloads } from "./mail-examples.ts";

describe("the email gateway", () => {
  let answer: { status: number; body: string; headers?: Record<string, string> };
  let received: { key: unknown; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    received.push({ key: request.headers["idempotency-key"], body: chunks.join("") });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const send = async (to = "ada@acme.test") => {
    received = [];
    // `as`: a server that listens on a port has an address object.
    const { port } = server.address() as AddressInfo;
    const settings = {
      EMAIL_API_URL: `http://127.0.0.1:${port}/`,
      EMAIL_API_KEY: "re_secret",
      EMAIL_FROM: "CGX <a@cgx.test>",
      EMAIL_WEBHOOK_SECRET: "",
      SUPPORT_EMAIL: "support@cgx.test",
    };
    const mail = {
      to,
      type: "passwordReset",
      payload: payloads.passwordReset,
      texts: {},
      sending_key: "1-1764000000000",
      idempotency_key: "outbox/1",
    } as const;
    return createEmailGateway(settings).send(mail);
  };

  test("sends one message with its idempotency key", async () => {
    answer = { status: 200, body: '{"id":"1"}' };
    await send();
    expect(received.map(({ key }) => key)).toEqual(["outbox/1"]);
    expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({ from: "CGX <a@cgx.test>", to: ["ada@acme.test"] });
  });

  test.each([
    [429, "", true],
    [503, "", true],
    [409, '{"name":"concurrent_idempotent_requests"}', true],
    [409, "", true],
    [409, '{"name":"invalid_idempotent_request"}', false],
    [422, '{"message":"ada@acme.test is not valid, key re_secret"}', false],
  ])("an answer %i %s is worth repeating: %s", async (status, body, retryable) => {
    answer = { status, body };
    const sendError = await send().catch((thrown: unknown) => thrown);
    expect(sendError).toMatchObject({ name: "GatewayError", service: "email", status, retryable });
    expect(String(sendError)).not.toMatch(/ada@|re_secret/);
  });

  test("does not follow a redirect with the message", async () => {
    answer = { status: 307, body: "", headers: { location: "/elsewhere" } };
    await expect(send()).rejects.toMatchObject({ status: 307, retryable: false });
    expect(received).toHaveLength(1);
  });

  test.each(["a@b.test, c@d.test", "Ada <a@b.test>", "a@b.test\r\nBcc: c@d.test"])(
    "refuses %j as a recipient",
    async (to) => {
      await expect(send(to)).rejects.toMatchObject({ retryable: false });
      expect(received).toHaveLength(0);
    },
  );
});

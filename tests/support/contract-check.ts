import { expect } from "vitest";
import * as z from "zod/mini";
import { type Endpoint, listErrcodes } from "../../worker/contract/endpoint.ts";
import { errorDetails } from "../../worker/contract/error-details.ts";
import { describeErrcode } from "../../worker/contract/errcodes.ts";

type ReceivedAnswer = { status: number; headers: Headers; text: string };

/**
 * Fails unless the call's contract declares the answer: status, errcode, message, and no other field. Every call may
 * answer 400, 415, 429 and 503.
 */
export function expectDeclared(spec: Endpoint, answer: ReceivedAnswer): void {
  const name = `${spec.method} ${spec.path} answered ${answer.status}: ${answer.text.slice(0, 500)}`;
  expect(answer.status, name).not.toBe(500);
  if (answer.status >= 400) return expectDeclaredFailure(spec, answer, name);
  const reply = answer.status === 202 ? spec.accepted : spec.reply;
  expect(answer.status, name).toBe(answer.status === 202 && spec.accepted ? 202 : spec.status);
  if (!reply) return;
  const body: unknown = JSON.parse(answer.text);
  // Parsing drops fields that the schema does not name, so equality proves that nothing else was sent.
  expect(reply.parse(body), name).toEqual(body);
  expectInstants(body, name);
}

function expectDeclaredFailure(spec: Endpoint, { status, headers, text }: ReceivedAnswer, name: string): void {
  const body: unknown = JSON.parse(text);
  if (status === 400) return expectIssues(body, name);
  if (status === 429) {
    expect(headers.get("retry-after"), name).toMatch(/^[1-9]\d*$/);
    const expectedFields = { success: false, errcode: "TOO_MANY_REQUESTS", message: "Too Many Requests" };
    return expect(body, name).toEqual({ ...expectedFields, remaining: Number(headers.get("retry-after")) });
  }
  const details: Record<string, z.ZodMiniType> = new Map(Object.entries(errorDetails)).get(Object(body).errcode) ?? {};
  const fields = ["errcode", "message", "success", ...Object.keys(details)].toSorted();
  expect(Object.keys(Object(body)).toSorted(), name).toEqual(fields);
  const detailFields = Object.fromEntries(Object.keys(details).map((field) => [field, Object(body)[field]]));
  expect(z.object(details).parse(detailFields), name).toEqual(detailFields);
  expect(body, name).toMatchObject({ success: false, errcode: expect.any(String), message: expect.any(String) });
  if (status === 415 || status === 503) return;
  const { errcode, message } = Object(body);
  expect(listErrcodes(spec), name).toContain(errcode);
  const declaredCauses = describeErrcode(errcode).filter((each) => isMessage(each.message, message));
  expect(declaredCauses, name).toContainEqual(expect.objectContaining({ status }));
}

/** Whether a message matches a declared one, which may contain a placeholder such as `{reason}`. */
function isMessage(declared: string, message: string): boolean {
  const [start = "", end] = declared.split(/\{\w+\}/);
  return end === undefined ? message === declared : message.startsWith(start) && message.endsWith(end);
}

function expectIssues(body: unknown, name: string): void {
  expect(Object.keys(Object(body)).toSorted(), name).toEqual(["issues", "message", "success"]);
  expect(body, name).toMatchObject({
    success: false,
    message: expect.stringMatching(/^(Bad Request|Message too long\.)$/),
  });
  const { issues } = Object(body);
  expect(issues.length, name).toBeGreaterThan(0);
  for (const issue of issues) {
    expect(Object.keys(issue).toSorted(), name).toEqual(["code", "message", "path"]);
    expect(issue, name).toEqual({
      code: expect.stringMatching(/^(invalid_type|invalid_string|too_small|too_big|custom)$/),
      path: expect.any(Array),
      message: expect.stringMatching(/./),
    });
  }
}

function expectInstants(value: unknown, name: string): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key.endsWith("_at") && inner !== null)
      expect(inner, `${key} of ${name}`).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expectInstants(inner, name);
  }
}

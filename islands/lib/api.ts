import type { BodyOf, Endpoint, ReplyOf } from "../../worker/contract/endpoint.ts";
import { dropCache } from "./cache.ts";
import { type Captcha, captchaToken } from "./captcha.ts";
import { explain, type Refusal } from "./messages.ts";

export type Failed = { ok: false; status: number; errcode?: string; message: string; issues?: Issue[] };
export type Outcome<T> = { ok: true; data: T } | Failed;
type Issue = { path: (string | number)[]; message: string };

/** The part of a contract constant that a browser needs; its type comes from the constant, its schemas stay on the server. */
export type Line<E extends Endpoint> = Pick<E, "method" | "path" | "status"> &
  (E extends { captcha: infer Action } ? { captcha: Action } : { captcha?: undefined }) & {
    /** Fields without which an answer counts as broken. */
    needs?: readonly (keyof ReplyOf<E>)[];
  };
type Input<E extends Endpoint> = { body: BodyOf<E> } & (E extends { captcha: string } ? { captcha: Captcha } : unknown);

const timeoutMs = 20_000;

export const failed = (status: number, refusal?: Refusal & { issues?: Issue[] }): Failed => ({
  ok: false,
  status,
  errcode: refusal?.errcode,
  issues: refusal?.issues,
  message: explain(status, refusal),
});

/** Sends one call of the contract. Never throws: no answer, or one that is not ours, is a failure like any other. */
export async function call<E extends Endpoint>(
  line: Line<E>,
  input: Input<E> & { captcha?: Captcha },
): Promise<Outcome<ReplyOf<E>>> {
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (line.captcha && input.captcha) {
    const token = await captchaToken(input.captcha, line.captcha);
    if (!token) return failed(401, { errcode: "CAPTCHA_FAILED_MSG", message: "" });
    headers["x-captcha-token"] = token;
  }
  dropCache();
  try {
    const response = await fetch(line.path, {
      method: line.method,
      headers,
      body: JSON.stringify(input.body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = await response.json();
    if (
      response.status === line.status &&
      answer.success === true &&
      (line.needs ?? []).every((key) => key in answer)
    ) {
      return { ok: true, data: answer };
    }
    const isRefusal = answer.success === false && typeof answer.message === "string";
    return failed(response.ok ? 0 : response.status, isRefusal ? answer : undefined);
  } catch {
    return failed(0);
  }
}

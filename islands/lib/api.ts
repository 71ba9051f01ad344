import type { FactorKind } from "../../worker/contract/error-details.ts";
import type { BodyOf, Endpoint, InputOf, ReplyOf } from "../../worker/contract/endpoint.ts";
import type { CaptchaAction } from "../../worker/contract/paths.ts";
import { clearCache } from "./cache.ts";
import type { AnyErrcode } from "../../worker/contract/errcodes.ts";
import { explain, type Refusal } from "../../worker/contract/messages.ts";

export type FailedOutcome = {
  ok: false;
  status: number;
  errcode?: AnyErrcode | undefined;
  message: string;
  issues?: Issue[];
  factors?: FactorKind[];
};
export type Outcome<T> = { ok: true; data: T } | FailedOutcome;
type Issue = { path: (string | number)[]; message: string };

/** The browser's part of a contract: schemas stay on the server. */
export type RequestLine<E extends Endpoint> = Pick<E, "method" | "path" | "status"> &
  (E extends { captcha: infer Action } ? { captcha: Action } : { captcha?: undefined }) & {
    /** Required fields of a valid reply. */
    needs?: readonly (keyof ReplyOf<E>)[];
  };
/** `captchaToken` of captcha.ts, passed as a parameter so that pages without a bot check do not bundle it. */
export type GetCaptchaToken = (action: CaptchaAction) => Promise<string | undefined>;
type Input<E extends Endpoint> = (E extends { body: object } ? { body: BodyOf<E> } : unknown) &
  (E extends { params: object } ? { params: InputOf<E>["params"] } : unknown) &
  (E extends { query: object } ? { query?: Partial<InputOf<E>["query"]> } : unknown) &
  (E extends { captcha: string } ? { captcha: GetCaptchaToken } : unknown);
/** With `keepalive` the request outlives the page. */
type RequestParts = { body?: unknown; params?: object; query?: object; captcha?: GetCaptchaToken; keepalive?: boolean };

const timeoutMs = 20_000;

export const toFailure = (
  status: number,
  refusal?: Refusal & { issues?: Issue[]; factors?: FactorKind[] },
): FailedOutcome => ({
  ...refusal,
  ok: false,
  status,
  // a failed request is not queued until the network is back (ADR-077), so the message says that the browser is offline
  message: explain(status, refusal) + (status === 0 && !navigator.onLine ? " You seem to be offline." : ""),
});

function buildUrl(path: string, { params = {}, query = {} }: RequestParts): string {
  const values = new Map(Object.entries(params));
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(`${values.get(name)}`));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, `${value}`]));
  return search.size ? `${filled}?${search}` : filled;
}

/** Never throws: a missing or unreadable reply is an ordinary failure. */
export async function call<E extends Endpoint>(
  request: RequestLine<E>,
  input: Input<E> & RequestParts,
): Promise<Outcome<ReplyOf<E>>> {
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (request.captcha && input.captcha) {
    const token = await input.captcha(request.captcha);
    if (token) headers["x-captcha-token"] = token;
  }
  clearCache();
  try {
    const response = await fetch(buildUrl(request.path, input), {
      method: request.method,
      headers,
      body: JSON.stringify(input.body),
      keepalive: input.keepalive ?? false,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = await response.json();
    if (
      response.status === request.status &&
      answer.success === true &&
      (request.needs ?? []).every((key) => key in answer)
    ) {
      return { ok: true, data: answer };
    }
    const isRefusal = answer.success === false && typeof answer.message === "string";
    return toFailure(response.ok ? 0 : response.status, isRefusal ? answer : undefined);
  } catch {
    return toFailure(0);
  }
}

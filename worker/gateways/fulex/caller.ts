import { parseForeignJson } from "../../contract/storable-text.ts";
import { GatewayError } from "../gateway-error.ts";
import { discardBody, isTransient, isAccountRejected, joinUrl, readRetryAfter, userAgent } from "../outbound.ts";
import { inTurn, invocationStorage } from "../watch/outgoing.ts";
import { errorAnswer, tokenAnswer } from "./answers.ts";

export type FulexSettings = {
  FULEX_API_URL: string;
  FULEX_CLIENT_ID: string;
  FULEX_CLIENT_SECRET: string;
  FULEX_ACCOUNT_NUMBER: string;
  FULEX_SHIPPER: string;
  FULEX_TRACKING_URL: string;
};

type Answer = { body: unknown; refusal?: string; code?: string };

const explainedStatuses = new Set([400, 403, 404, 422]);
const timeoutMs = 10_000;
const blockSeconds = 600;
const answerBytesMax = 4_194_304;
/**
 * Error code with status 403: the API is not enabled for our key
 * (https://developer.fedex.com/api/en-us/certification.html).
 */
export const notEnabledCode = "FORBIDDEN.ERROR";
const tokenPath = "/oauth/token";
const localeHeaders = { "x-locale": "en_US" };

/**
 * Calls the carrier's API with a token, which is valid for an hour and cached until a minute before
 * (https://developer.fedex.com/wirc/json/api_groups/APIAuthorization/APIAuthorization-Resource.json). A rejected token
 * is renewed once per call: the carrier blocks an address for ten minutes after two minutes with a token request each
 * second (https://developer.fedex.com/api/en-us/guides/ratelimits.html).
 */
export function createCaller(settings: FulexSettings) {
  let token: { text: string; until: number } | undefined;

  const send = async (method: string, path: string, headers: Record<string, string>, body: string) => {
    try {
      const request_id = invocationStorage.getStore()?.request_id;
      const allHeaders = {
        "user-agent": userAgent,
        // "assign a unique identifier to your transaction"; the answer repeats it
        // (https://developer.fedex.com/wirc/json/api_groups/Ship/Shipment-Resource.json).
        ...(request_id && { "x-customer-transaction-id": request_id }),
        ...headers,
      };
      const url = joinUrl(settings.FULEX_API_URL, path);
      const init = { method, headers: allHeaders, body, redirect: "manual" } as const;
      return await inTurn(() => fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }));
    } catch {
      // After a failed sign-in the call itself is not sent.
      throw new GatewayError("fulex", "no answer", { retryable: true, is_without_effect: path === tokenPath });
    }
  };

  async function signIn(): Promise<string> {
    const body = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: settings.FULEX_CLIENT_ID,
      client_secret: settings.FULEX_CLIENT_SECRET,
    });
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const response = await send("POST", tokenPath, form, body.toString());
    if (!response.ok) throw await toGatewayError(response, "a token", blockSeconds);
    const parsed = tokenAnswer.safeParse(await readJson(response));
    if (!parsed.success)
      throw new GatewayError("fulex", "an invalid token response", { retryable: true, is_without_effect: true });
    const { access_token, expires_in } = parsed.data;
    token = { text: access_token, until: Date.now() + (expires_in - 60) * 1000 };
    return access_token;
  }

  async function call(method: string, path: string, body: unknown, isRetry = false): Promise<Answer> {
    const bearer = token && token.until > Date.now() ? token.text : await signIn();
    const headers = { "content-type": "application/json", authorization: `Bearer ${bearer}`, ...localeHeaders };
    const response = await send(method, path, headers, JSON.stringify(body));
    if (response.status === 401) {
      await discardBody(response);
      if (token?.text === bearer) token = undefined;
      if (!isRetry) return call(method, path, body, true);
      throw new GatewayError("fulex", "does not know us", { retryable: true, status: 401, is_without_effect: true });
    }
    if (!response.ok && !explainedStatuses.has(response.status)) throw await toGatewayError(response, path);
    const answer = response.status === 403 ? await readJson(response).catch(() => undefined) : await readJson(response);
    const [error] = errorAnswer.safeParse(answer).data?.errors ?? [];
    if (response.status === 403 && error?.code !== notEnabledCode) throw await toGatewayError(response, path);
    if (response.ok && !error) return { body: answer };
    const { code = `status ${response.status}`, message = "no reason was given" } = error ?? {};
    return { body: answer, code, refusal: `${message.slice(0, 300)} (${code.slice(0, 100)})` };
  }
  return { signIn, call };
}

async function toGatewayError(response: Response, operation: string, pauseS?: number): Promise<GatewayError> {
  const { status } = response;
  const retry_after_s = readRetryAfter(response) ?? (status === 403 ? pauseS : undefined);
  await discardBody(response);
  const retryable = isTransient(status) || isAccountRejected(status);
  const is_without_effect = operation === "a token" || status === 429 || isAccountRejected(status);
  return new GatewayError("fulex", `${operation}: answered ${status}`, {
    retryable,
    status,
    retry_after_s,
    is_without_effect,
  });
}

/** Undefined if the response is too long. @throws a retryable GatewayError for invalid JSON or a broken connection */
async function readJson(response: Response): Promise<unknown> {
  try {
    const text = await response.text();
    return text.length > answerBytesMax ? undefined : parseForeignJson(text);
  } catch {
    throw new GatewayError("fulex", "the answer broke off", { retryable: true });
  }
}

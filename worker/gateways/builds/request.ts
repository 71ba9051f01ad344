import type * as z from "zod/mini";
import { parseForeignJson } from "../../contract/storable-text.ts";
import { GatewayError } from "../gateway-error.ts";
import { isTransient, joinUrl, readBody, readJsonBody, readRetryAfter, sendOutbound } from "../outbound.ts";

export type BuildsSettings = {
  BUILDS_API_URL: string;
  BUILDS_FILES_ORIGIN: string;
  BUILDS_TOKEN: string;
  BUILDS_OWNER: string;
  BUILDS_FLOWPOINT_REPOSITORY: string;
  BUILDS_PLUGIN_TOPIC: string;
  BUILDS_FIRMWARE_TOPIC: string;
};

const timeoutMs = 5000;
/** Above the size of 30 releases with notes of GitHub's maximum length (125,000 characters). */
const answerBytesMax = 8 * 1024 * 1024;

/** GitHub's minimum pause ("wait for at least one minute") after a limit without a stated end. */
const defaultWaitS = 60;

type RequestOptions = { accept?: string; etag?: string | undefined; range?: string | undefined };

/**
 * Redirects are returned, not followed, so that only the API receives the token (T15). @throws GatewayError for any
 * status but 2xx, 302 and 304; `retry_after_s` counts the seconds until an exhausted limit ends
 * (https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api)
 */
export async function sendGet(settings: BuildsSettings, path: string, options: RequestOptions = {}): Promise<Response> {
  const response = await sendOutbound({
    service: "builds",
    method: "GET",
    url: joinUrl(settings.BUILDS_API_URL, path),
    headers: {
      accept: options.accept ?? "application/vnd.github+json",
      authorization: `Bearer ${settings.BUILDS_TOKEN}`,
      "x-github-api-version": "2022-11-28",
      ...(options.etag !== undefined && { "if-none-match": options.etag }),
      ...(options.range !== undefined && { range: options.range }),
    },
    timeoutMs,
  });
  if (response.status === 302 || response.status === 304) return response;
  return requireOk(response);
}

/** @throws GatewayError for any status but 2xx */
export async function requireOk(response: Response): Promise<Response> {
  const { ok, status } = response;
  if (ok) return response;
  const { message } = await readJsonBody(response);
  const wait_s = readRetryDelay(response);
  const isRefused = wait_s !== undefined || /rate limit/i.test(String(message));
  const isLimit = status === 429 || (status === 403 && isRefused);
  throw new GatewayError("builds", isLimit ? "its limit of requests is used up" : `answered ${status}`, {
    // 401 is retryable, as with every integration: the same call succeeds once the token is replaced.
    retryable: isLimit || isTransient(status) || status === 401,
    status,
    retry_after_s: wait_s ?? (isLimit ? defaultWaitS : undefined),
  });
}

/**
 * Requested pause in seconds: `retry-after`, or the reset of the primary limit (Unix seconds). Undefined without either
 * header, as secondary limits may be
 * (https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit).
 */
function readRetryDelay(response: Response): number | undefined {
  const retryAfterS = readRetryAfter(response);
  if (retryAfterS !== undefined || response.headers.get("x-ratelimit-remaining") !== "0") return retryAfterS;
  const reset = Number(response.headers.get("x-ratelimit-reset"));
  return Math.max(1, Math.ceil(reset - Date.now() / 1000));
}

/** @throws GatewayError if the response does not match the schema */
export async function parseAs<T>(response: Response, schema: z.ZodMiniType<T>): Promise<T> {
  const parsed = schema.safeParse(toJson(await readBody(response, answerBytesMax)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new GatewayError("builds", `answered something else (${issue?.path.join(".")}: ${issue?.message})`, {
    retryable: false,
  });
}

function toJson(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return undefined;
  }
}

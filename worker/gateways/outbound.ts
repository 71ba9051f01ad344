import { parseForeignJson } from "../contract/storable-text.ts";
import { GatewayError, type GatewayService } from "./gateway-error.ts";
import { inTurn } from "./watch/outgoing.ts";

const answerBytesMax = 16_384;

/**
 * Sent with every request but those of Stripe's SDK, which sends its own: workerd adds no User-Agent, and Resend
 * rejects requests without one (https://resend.com/docs/api-reference/introduction, "User-Agent").
 */
export const userAgent = "CrunchBox/1.0";

type Outbound = {
  service: GatewayService;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  headers: Record<string, string>;
  body?: string | URLSearchParams;
  timeoutMs: number;
};

export const postOutbound = (post: Omit<Required<Outbound>, "method">): Promise<Response> =>
  sendOutbound({ ...post, method: "POST" });

/**
 * Redirects are not followed, and the timeout covers the response body. @throws a retryable GatewayError if there is no
 * response
 */
export const sendOutbound = async ({ service, url, headers, timeoutMs, ...sent }: Outbound): Promise<Response> => {
  try {
    const allHeaders = { "user-agent": userAgent, ...headers };
    return await inTurn(() =>
      fetch(url, { ...sent, headers: allHeaders, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) }),
    );
  } catch (error) {
    const hasTimedOut = error instanceof Error && error.name === "TimeoutError";
    throw new GatewayError(service, hasTimedOut ? `no answer within ${timeoutMs} ms` : "no connection", {
      retryable: true,
      timed_out: hasTimedOut,
    });
  }
};

/** Text of the response, cut at `bytesMax` bytes. */
export const readBody = async (response: Response, bytesMax = answerBytesMax): Promise<string> => {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const decoder = new TextDecoder();
  let bodyText = "";
  for (let bytes = 0; bytes < bytesMax;) {
    const { done, value } = await reader.read();
    if (done) return bodyText + decoder.decode();
    bodyText += decoder.decode(value.subarray(0, bytesMax - bytes), { stream: true });
    bytes += value.byteLength;
  }
  await reader.cancel();
  return bodyText;
};

/** Releases the connection of a response whose body is not needed. */
export const discardBody = async (response: Response): Promise<void> => {
  await response.body?.cancel().catch(() => undefined);
};

/** Empty if the body is not a JSON object, or longer than `bytesMax` bytes. */
export const readJsonBody = async (response: Response, bytesMax = answerBytesMax): Promise<Record<string, unknown>> => {
  try {
    const parsed: unknown = parseForeignJson(await readBody(response, bytesMax));
    return typeof parsed === "object" && parsed !== null ? Object.fromEntries(Object.entries(parsed)) : {};
  } catch {
    return {};
  }
};

export const isTransient = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** The service rejects our account, such as a replaced key or an unverified domain; the request itself may be valid. */
export const isAccountRejected = (status: number): boolean => status === 401 || status === 403;

/** Seconds of `retry-after` (RFC 9110), which may be a date; undefined without a valid header. */
export const readRetryAfter = (response: Response): number | undefined => {
  const text = response.headers.get("retry-after") ?? "";
  if (/^\d+$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
};

export const joinUrl = (base: string, path: string): string => `${base.replace(/\/+$/, "")}${path}`;

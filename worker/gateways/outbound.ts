import { GatewayError, type GatewayService } from "./gateway-error.ts";

const answerBytesMax = 16_384;

/**
 * Named in every request of ours: workerd adds none, and Resend refuses requests without one
 * (https://resend.com/docs/api-reference/introduction, "User-Agent").
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

/** `sendOutbound` with a body. */
export const postOutbound = (post: Omit<Required<Outbound>, "method">): Promise<Response> =>
  sendOutbound({ ...post, method: "POST" });

/**
 * One request to a configured host. Redirects are not followed; the time-out covers the answer's body too.
 * Throws a retryable GatewayError when there was no answer.
 */
export const sendOutbound = async ({ service, url, headers, timeoutMs, ...sent }: Outbound): Promise<Response> => {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const named = { "user-agent": userAgent, ...headers };
    return await fetch(url, { ...sent, headers: named, redirect: "manual", signal });
  } catch (error) {
    const timedOut = error instanceof Error && error.name === "TimeoutError";
    throw new GatewayError(service, timedOut ? `no answer within ${timeoutMs} ms` : "no connection", {
      retryable: true,
      timed_out: timedOut,
    });
  }
};

/** The answer's text, at most 16 KiB or so many bytes; what is beyond is not read. */
export const readAnswer = async (response: Response, bytesMax = answerBytesMax): Promise<string> => {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const decoder = new TextDecoder();
  let text = "";
  for (let bytes = 0; bytes < bytesMax;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value.subarray(0, bytesMax - bytes), { stream: true });
    bytes += value.byteLength;
  }
  await reader.cancel();
  return text;
};

/** Frees the connection of an answer whose body does not matter. */
export const dropAnswer = async (response: Response): Promise<void> => {
  await response.body?.cancel().catch(() => undefined);
};

/** The answer's JSON object; an empty one for anything else. */
export const readJsonAnswer = async (response: Response): Promise<Record<string, unknown>> => {
  try {
    const parsed: unknown = JSON.parse(await readAnswer(response));
    return typeof parsed === "object" && parsed !== null ? Object.fromEntries(Object.entries(parsed)) : {};
  } catch {
    return {};
  }
};

/** Whether a refused call may succeed later without a change. */
export const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** Refused because of who asks: a key that was replaced, a domain that is not verified. What is asked may be right. */
export const isRefusingUs = (status: number): boolean => status === 401 || status === 403;

/** The seconds that an answer's `retry-after` asks for (RFC 9110), undefined when it asks for none. */
export const readRetryAfter = (response: Response): number | undefined => {
  const text = response.headers.get("retry-after") ?? "";
  if (/^\d+$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
};

/** `base` is a configured address, with or without a slash at its end. */
export const joinUrl = (base: string, path: string): string => `${base.replace(/\/+$/, "")}${path}`;

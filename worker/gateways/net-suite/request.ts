import * as z from "zod/mini";
import { parseForeignJson } from "../../contract/storable-text.ts";
import { GatewayError } from "../gateway-error.ts";
import { discardBody, isTransient, joinUrl, readBody, readRetryAfter, sendOutbound } from "../outbound.ts";
import type { NetSuiteSettings } from "./net-suite.ts";
import type { TokenSource } from "./token.ts";

/** A page of 1,000 rows takes a few hundred kilobytes; a response above this limit is an error. */
const answerBytesMax = 8 * 1024 * 1024;
const timeoutMsMin = 500;

export type NetSuiteRequest = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  timeoutMs?: number | undefined;
  /** Milliseconds; replaces the default maximum. */
  timeoutMsMax?: number;
};
export type Send = (request: NetSuiteRequest) => Promise<Response>;

/** https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_156570709583.html */
const problemSchema = z.object({
  title: z.optional(z.string()),
  "o:errorDetails": z.optional(
    z.array(z.object({ detail: z.optional(z.string()), "o:errorCode": z.optional(z.string()) })),
  ),
});

/**
 * Returns 2xx and 404 responses; a rejected token is renewed once. Too many concurrent calls are a retryable error:
 * NetSuite reports them as 429, or as 400 with SSS_REQUEST_LIMIT_EXCEEDED anywhere in the body
 * (https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/bridgehead_1525252812.html). @throws GatewayError for
 * any other status
 */
export const createSend =
  (settings: NetSuiteSettings, tokens: TokenSource, timeoutMsMax: number): Send =>
  async (request) => {
    const send = (token: string) =>
      sendOutbound({
        service: "net-suite",
        method: request.method,
        url: joinUrl(settings.NETSUITE_API_URL, request.path),
        headers: {
          authorization: `Bearer ${token}`,
          ...(request.body === undefined ? {} : { "content-type": "application/json" }),
          ...request.headers,
        },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        timeoutMs: Math.max(
          timeoutMsMin,
          Math.min(request.timeoutMs ?? Infinity, request.timeoutMsMax ?? timeoutMsMax),
        ),
      });
    const token = await tokens.get();
    let response = await send(token);
    if (response.status === 401) {
      await discardBody(response);
      tokens.drop(token);
      response = await send(await tokens.get());
    }
    if (response.ok || response.status === 404) return response;
    throw await toGatewayError(response);
  };

async function toGatewayError(response: Response): Promise<GatewayError> {
  const { status } = response;
  const retry_after_s = readRetryAfter(response);
  const text = await readBody(response).catch(() => "");
  const parsed = problemSchema.safeParse(parseJson(text));
  const details = parsed.success ? (parsed.data["o:errorDetails"] ?? []) : [];
  const codes = details.flatMap((each) => each["o:errorCode"] ?? []);
  const explanation = details.map((each) => each.detail ?? each["o:errorCode"]).join(" ") || parsed.data?.title;
  // 401 is retryable: the same call succeeds once the settings of the login are right.
  const retryable = isTransient(status) || status === 401 || text.includes("SSS_REQUEST_LIMIT_EXCEEDED");
  return new GatewayError("net-suite", `answered ${status}${codes.length > 0 ? ` ${codes.join(", ")}` : ""}`, {
    retryable,
    status,
    retry_after_s,
    reason: explanation ? `NetSuite: ${explanation.slice(0, 500)}` : undefined,
  });
}

/** @throws a retryable GatewayError if the response does not match the schema, because it may have been cut */
export async function readParsed<T>(response: Response, schema: z.ZodMiniType<T>): Promise<T> {
  const text = await readBody(response, answerBytesMax).catch(() => {
    throw new GatewayError("net-suite", "the answer was cut", { retryable: true });
  });
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map((issue) => issue.path.join(".")).slice(0, 3);
  throw new GatewayError("net-suite", `the answer is not what its description says: ${where.join(", ")}`, {
    retryable: true,
    status: response.status,
  });
}

function parseJson(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return undefined;
  }
}

import type { ContentfulStatusCode } from "hono/utils/http-status";
import { causesOf, isUnavailable } from "../../db/errors.ts";
import { BadRequest, Failure, TooManyRequests } from "../contract/errors.ts";
import { GatewayError } from "../gateways/gateway-error.ts";
import type { AppContext } from "./app-env.ts";
import { UnsupportedMediaType } from "./body.ts";
import { addHeader, send } from "./middleware/headers.ts";

export type Problem = {
  status: ContentfulStatusCode;
  body: { success: false; message: string; [field: string]: unknown };
  retry_after_s?: number;
};

/** The API's reply to an error. Error pages take their status and waiting time from it, but have texts of their own. */
export function toProblem(error: unknown, requestId: string): Problem {
  if (error instanceof Failure) {
    return {
      status: error.status as 401 | 403 | 404 | 422,
      body: { success: false, errcode: error.errcode, message: error.message, ...error.details },
    };
  }
  if (error instanceof BadRequest)
    return { status: 400, body: { success: false, message: error.message, issues: error.issues } };
  if (error instanceof TooManyRequests) {
    const body = {
      success: false,
      errcode: "TOO_MANY_REQUESTS",
      message: error.message,
      remaining: error.remaining,
    } as const;
    return { status: 429, body, retry_after_s: error.remaining };
  }
  if (error instanceof UnsupportedMediaType) {
    return {
      status: 415,
      body: { success: false, errcode: "UNSUPPORTED_MEDIA_TYPE", message: `Send the body as ${error.wanted}.` },
    };
  }
  if (isUnavailable(error) || error instanceof GatewayError) {
    const message = "The service is temporarily unavailable, please try again in a moment.";
    return { status: 503, body: { success: false, errcode: "SERVICE_UNAVAILABLE", message }, retry_after_s: 5 };
  }
  return {
    status: 500,
    body: { success: false, errcode: "INTERNAL_ERROR", message: "Internal Server Error", request_id: requestId },
  };
}

export const hasDatabase = (error: unknown): boolean => !isUnavailable(error);

/** Logs the details of a server error, which the reply omits, under the request id that the reply shows. */
export function logProblem(c: AppContext, error: unknown, problem: Problem): void {
  if (problem.status < 500) return;
  const reasons = [...causesOf(error)].map(({ name, message }) => `${name}: ${withoutParameters(message)}`);
  const stack =
    error instanceof Error
      ? error.stack
          ?.split("\n")
          .map((line) => line.trim())
          .filter((line) => line.startsWith("at "))
          .slice(0, 5)
      : undefined;
  c.get("ctx").log({ level: "error", event: "failure", status: problem.status, reasons, stack });
}

// The message of a failed query ends with its parameters, which must not be logged (T19).
const withoutParameters = (message: string) => message.split(/\nparams:/i)[0]?.slice(0, 300);

export function onApiError(error: unknown, c: AppContext): Response {
  const problem = toProblem(error, c.get("request_id"));
  logProblem(c, error, problem);
  if (problem.retry_after_s) addHeader(c, "retry-after", String(problem.retry_after_s));
  return send(c, JSON.stringify(problem.body), problem.status, { type: "application/json" });
}

import { createHash } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import type { SandboxEnv } from "../../service.ts";
import type { Registry } from "../state.ts";
import type { PageRequest, ResultPage } from "./mishaps.ts";

const docs = "https://docs.github.com/rest";

/**
 * GitHub's secondary rate limit may send no headers
 * (https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit).
 */
export const tooManyRequests = (status: number): Response =>
  refusal(status, "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.");

export const notFound = () => refusal(404, "Not Found");

export const refusal = (status: number, message: string, headers: Record<string, string> = {}) =>
  Response.json({ message, documentation_url: docs, status: String(status) }, { status, headers });

export function rateHeaders(registry: Registry): Record<string, string> {
  const { limit, remaining, reset } = registry.rate();
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(reset),
    "x-ratelimit-used": String(limit - remaining),
    "x-ratelimit-resource": "core",
  };
}

/** Sends JSON with an ETag; a 304 for a matching ETag does not count against the rate limit. */
export function conditionalResponse(
  c: Context<SandboxEnv>,
  registry: Registry,
  answer: unknown,
  extraHeaders: Record<string, string> = {},
): Response {
  const text = JSON.stringify(answer);
  const etag = `W/"${createHash("sha256").update(text).digest("hex")}"`;
  if (c.req.header("if-none-match") === etag)
    return new Response(null, { status: 304, headers: { etag, ...rateHeaders(registry) } });
  registry.spend();
  const typeHeaders = {
    "content-type": "application/json; charset=utf-8",
    "x-github-media-type": "github.v3; format=json",
  };
  return new Response(text, { headers: { ...typeHeaders, etag, ...extraHeaders, ...rateHeaders(registry) } });
}

export function readPaging(c: Context): PageRequest {
  const perPage = Math.min(100, Math.max(1, Number(c.req.query("per_page") ?? 30)));
  return { page: Math.max(1, Number(c.req.query("page") ?? 1)), perPage };
}

/** Adds Link headers (https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api). */
export function pageResponse<T>(
  c: Context<SandboxEnv>,
  registry: Registry,
  { rows, last }: ResultPage<unknown>,
  schema: z.ZodType<T>,
  url: string,
): Response {
  const { page, perPage } = readPaging(c);
  const rels = { prev: page - 1, next: page + 1, last, first: 1 };
  const isPresent = { prev: page > 1, next: page < last, last: page < last, first: page > 1 };
  const names = (["prev", "next", "last", "first"] as const).filter((rel) => isPresent[rel]);
  const link = names.map((rel) => `<${url}?per_page=${perPage}&page=${rels[rel]}>; rel="${rel}"`).join(", ");
  return conditionalResponse(c, registry, z.array(schema).parse(rows), link === "" ? {} : { link });
}

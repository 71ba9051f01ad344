/** `path` is the path of a field in the body, or the name of a header or query parameter. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly path: string | undefined;
  constructor(status: number, code: string, detail: string, path?: string) {
    super(detail);
    this.status = status;
    this.code = code;
    this.path = path;
  }
}

const titles: Record<number, [title: string, section: string]> = {
  400: ["Bad Request", "#sec10.4.1"],
  401: ["Unauthorized", "#sec10.4.2"],
  403: ["Forbidden", "#sec10.4.4"],
  404: ["Not Found", "#sec10.4.5"],
  405: ["Method Not Allowed", "#sec10.4.6"],
  415: ["Unsupported Media Type", "#sec10.4.16"],
  429: ["Too Many Requests", ""],
};

/** docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_156570709583.html */
export function refuse({ status, code, message, path }: Problem): Response {
  const [title, section] = titles[status] ?? ["Internal Server Error", "#sec10.5.1"];
  const detail = { detail: message, ...(path ? { "o:errorPath": path } : {}), "o:errorCode": code };
  const type = `https://www.w3.org/Protocols/rfc2616/rfc2616-sec10.html${section}`;
  return new Response(JSON.stringify({ type, title, status, "o:errorDetails": [detail] }), {
    status,
    headers: { "content-type": "application/vnd.oracle.resource+json; type=error" },
  });
}

/** The refusal at the concurrency limit: 429, at some endpoints 400. */
export function limitExceeded(status: number): Response {
  return refuse(
    status === 400
      ? new Problem(400, "SSS_REQUEST_LIMIT_EXCEEDED", "The maximum number of concurrent requests was exceeded.")
      : new Problem(429, "CONCURRENCY_LIMIT_EXCEEDED", "Concurrent request limit exceeded. Request blocked."),
  );
}

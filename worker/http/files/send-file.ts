import type { AppContext } from "../app-env.ts";
import { addHeader, send } from "../middleware/headers.ts";
import { createFixedLengthStream } from "./fixed-length-stream.ts";

export type ByteRange = { offset: number; length: number };
type SentFile = {
  file_name: string;
  size: number;
  sha256: string;
  open(part: ByteRange): Promise<ReadableStream<Uint8Array>>;
  recordBegun(): Promise<void>;
  recordSent(part: ByteRange): Promise<void>;
};

const buildEtag = (sha256: string): string => `"${sha256}"`;

/**
 * Whether the request resumes a download (https://www.rfc-editor.org/rfc/rfc9110#name-if-range). Workers Cache may
 * strip `Range` (https://developers.cloudflare.com/workers/cache/configuration/); the client then gets the whole file
 * again.
 */
export const isResuming = (c: AppContext, sha256: string): boolean => c.req.header("if-range") === buildEtag(sha256);

/**
 * A download is recorded once this many bytes are sent, or all but the last byte of a shorter file or range. A HEAD
 * request must not count as a download: Workers Cache turns it into GET
 * (https://developers.cloudflare.com/workers/cache/cache-keys/) and drops the body once the buffers on the way have
 * taken some megabytes.
 */
const unrecordedBytesMax = 8 * 1024 * 1024;

/**
 * Sends an attachment, or one range of it (https://www.rfc-editor.org/rfc/rfc9110#name-range-requests). An invalid
 * `Range` and several ranges get the whole file, a range beyond its end gets 416.
 */
export async function sendFile(c: AppContext, file: SentFile): Promise<Response> {
  const { size } = file;
  if (c.req.method === "HEAD") return sendReply(c, file, 200, "", { "content-length": String(size) });
  const range = readRange(c, file);
  if (range === "beyond") return sendReply(c, file, 416, "", { "content-range": `bytes */${size}` });
  const part = range ?? { offset: 0, length: size };
  const body = await file.open(part);
  const { readable, writable } = createFixedLengthStream(part.length);
  c.get("ctx").defer(pump(body, writable, file, part).catch(() => undefined));
  if (!range) return sendReply(c, file, 200, readable);
  const contentRange = `bytes ${part.offset}-${part.offset + part.length - 1}/${size}`;
  return sendReply(c, file, 206, readable, { "content-range": contentRange });
}

/** Rejects when the download is canceled, and when reading the file or recording the download fails. */
async function pump(
  body: ReadableStream<Uint8Array>,
  writable: WritableStream<Uint8Array>,
  file: SentFile,
  part: ByteRange,
): Promise<void> {
  const [reader, writer] = [body.getReader(), writable.getWriter()];
  try {
    let remaining = Math.min(part.length - 1, unrecordedBytesMax);
    let rest: Uint8Array | undefined;
    while (remaining > 0) {
      const { value } = await reader.read();
      if (!value) break;
      if (value.length > remaining) rest = value.slice(remaining);
      await writer.write(value.subarray(0, remaining));
      remaining -= Math.min(remaining, value.length);
    }
    await file.recordBegun();
    if (rest) await writer.write(rest);
  } catch (error) {
    await Promise.allSettled([reader.cancel(error), writer.abort(error)]);
    throw error;
  }
  reader.releaseLock();
  writer.releaseLock();
  await body.pipeTo(writable);
  await file.recordSent(part);
}

function sendReply(
  c: AppContext,
  { sha256, file_name }: SentFile,
  status: number,
  body: string | ReadableStream,
  extraHeaders: Record<string, string> = {},
): Response {
  const fileHeaders = {
    etag: buildEtag(sha256),
    "accept-ranges": "bytes",
    "content-disposition": formatDisposition(file_name),
  };
  for (const [name, value] of Object.entries({ ...fileHeaders, ...extraHeaders })) addHeader(c, name, value);
  return send(c, body, status, { type: "application/octet-stream", no_store: true });
}

/** Undefined for the whole file, "beyond" if not satisfiable. */
function readRange(c: AppContext, { size, sha256 }: SentFile): ByteRange | "beyond" | undefined {
  const ifRange = c.req.header("if-range");
  if (ifRange !== undefined && ifRange !== buildEtag(sha256)) return undefined;
  const [, first = "", last = ""] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(c.req.header("range") ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") return suffixRange(Number(last), size);
  const offset = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (offset >= size) return "beyond";
  return end < offset ? undefined : { offset, length: end - offset + 1 };
}

const suffixRange = (count: number, size: number): ByteRange | "beyond" =>
  count === 0 || size === 0 ? "beyond" : { offset: Math.max(0, size - count), length: Math.min(count, size) };

/** RFC 6266 with the encoding of RFC 8187 for names that are not ASCII. */
function formatDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

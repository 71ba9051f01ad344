import { notFound } from "../../contract/errors.ts";
import type { AppContext } from "../app-env.ts";
import { addHeader, send } from "../middleware/headers.ts";
import { createFixedLengthStream } from "./fixed-length-stream.ts";

type StoredImage = { about: { hash: string; content_type: string }; size: number };
type SentImage = {
  find(): Promise<StoredImage | undefined>;
  open(): Promise<(StoredImage & { body: ReadableStream<Uint8Array> }) | undefined>;
};

/** Sends a picture, cacheable for a year because its URL contains its hash. @throws FILE_NOT_FOUND */
export async function sendImage(c: AppContext, image: SentImage): Promise<Response> {
  const ifNoneMatch = c.req.header("if-none-match");
  const needsLookup = c.req.method === "HEAD" || ifNoneMatch !== undefined;
  const storedImage = needsLookup ? await image.find() : undefined;
  if (needsLookup && !storedImage) throw notFound("FILE_NOT_FOUND");
  if (storedImage && ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, buildEtag(storedImage)))
    return sendReply(c, storedImage, 304, null);
  if (storedImage && c.req.method === "HEAD") {
    addHeader(c, "content-length", String(storedImage.size));
    return sendReply(c, storedImage, 200, null);
  }
  const file = await image.open();
  if (!file) throw notFound("FILE_NOT_FOUND");
  const { readable, writable } = createFixedLengthStream(file.size);
  // a canceled request closes the pipe
  c.get("ctx").defer(file.body.pipeTo(writable).catch(() => undefined));
  return sendReply(c, file, 200, readable);
}

const buildEtag = ({ about }: StoredImage): string => `"${about.hash}"`;

/** https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match */
const matchesEtag = (header: string, etag: string): boolean =>
  header.trim() === "*" || header.split(",").some((each) => each.trim().replace(/^W\//, "") === etag);

function sendReply(c: AppContext, found: StoredImage, status: number, body: ReadableStream | null): Response {
  addHeader(c, "etag", buildEtag(found));
  return send(c, body, status, { type: found.about.content_type, is_public_image: true });
}

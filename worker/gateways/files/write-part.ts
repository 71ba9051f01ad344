import { GatewayError } from "../gateway-error.ts";

export type UploadedPart = { partNumber: number; etag: string };
/** `body` has exactly `length` bytes; `onPiece` receives each piece as it passes. */
export type IncomingPart = { body: ReadableStream<Uint8Array>; length: number; onPiece: (piece: Uint8Array) => void };

/**
 * A stream of known length in workerd, which R2 requires for a part
 * (https://developers.cloudflare.com/workers/runtime-apis/streams/transformstream/#fixedlengthstream).
 */
declare const FixedLengthStream: new (length: number) => TransformStream<Uint8Array, Uint8Array>;

const pieceBytes = 256 * 1024;

type PartUpload = { uploadPart(partNumber: number, value: ReadableStream<Uint8Array>): Promise<UploadedPart> };

/** Writes a part of an upload with at most one piece in memory. */
export async function writePart(
  upload: PartUpload,
  number: number,
  { body, length, onPiece }: IncomingPart,
): Promise<UploadedPart> {
  const { readable, writable } = new FixedLengthStream(length);
  const uploadAbort = new AbortController();
  const [uploadResult, copyResult] = await Promise.allSettled([
    upload.uploadPart(number, readable).catch((error: unknown) => {
      uploadAbort.abort(error);
      // The bucket may reject the stream unread, and the writer would then wait forever.
      if (!readable.locked) void readable.cancel(error).catch(() => undefined);
      throw error;
    }),
    copyPieces(body, writable.getWriter(), onPiece, uploadAbort.signal),
  ]);
  // The first cause: a source that ended early, or the bucket's error.
  if (uploadAbort.signal.aborted) throw uploadAbort.signal.reason;
  if (copyResult.status === "rejected") throw copyResult.reason;
  if (uploadResult.status === "rejected") throw uploadResult.reason;
  return uploadResult.value;
}

async function copyPieces(
  body: ReadableStream<Uint8Array>,
  writer: WritableStreamDefaultWriter<Uint8Array>,
  onPiece: (piece: Uint8Array) => void,
  ended: AbortSignal,
): Promise<void> {
  // All pieces share one buffer: `read` detaches it, and `value.buffer` returns it.
  const reader = body.getReader({ mode: "byob" });
  const stop = () => void reader.cancel().catch(() => undefined);
  ended.addEventListener("abort", stop);
  try {
    let buffer = new Uint8Array(pieceBytes);
    for (;;) {
      const { done, value } = await reader.read(buffer).catch(throwEndedEarly);
      if (done) break;
      onPiece(value);
      await writer.write(value);
      buffer = new Uint8Array(value.buffer);
    }
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    await reader.cancel().catch(() => undefined);
    throw error;
  } finally {
    ended.removeEventListener("abort", stop);
  }
}

function throwEndedEarly(cause: unknown): never {
  throw new GatewayError("files", "what was to be written ended early", { retryable: true, cause });
}

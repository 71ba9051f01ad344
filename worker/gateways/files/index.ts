import { GatewayError } from "../gateway-error.ts";
import { type IncomingPart, type UploadedPart, writePart } from "./write-part.ts";

/** https://developers.cloudflare.com/r2/api/workers/workers-api-reference/ */
export type Bucket = {
  head(key: string): Promise<{ size: number } | null>;
  get(
    key: string,
    options?: { range: { offset: number; length: number } },
  ): Promise<{ size: number; body: ReadableStream<Uint8Array> } | null>;
  list(options: { prefix: string; cursor?: string | undefined }): Promise<Listing>;
  put(key: string, content: Uint8Array<ArrayBuffer>): Promise<unknown>;
  delete(keys: string | string[]): Promise<void>;
  createMultipartUpload(key: string): Promise<MultipartUpload>;
  resumeMultipartUpload(key: string, uploadId: string): MultipartUpload;
};
type Listing = { objects: { key: string; uploaded: Date }[] } & (
  | { truncated: true; cursor: string }
  | { truncated: false }
);
type MultipartUpload = {
  uploadId: string;
  uploadPart(partNumber: number, value: ReadableStream<Uint8Array>): Promise<UploadedPart>;
  complete(parts: UploadedPart[]): Promise<{ size: number }>;
  abort(): Promise<void>;
};

export type ByteRange = { offset: number; length: number };

/**
 * Methods throw GatewayError on a failure and a timeout. For a missing file, `findFile` and `openAny` resolve to
 * undefined, and `requireFile`, `openFile` and `readFile` throw. `requireFile` and `openFile` also throw if the size of
 * the file differs.
 */
export type FilesGateway = {
  requireFile(file: { key: string; size: number }): Promise<void>;
  openFile(file: { key: string; size: number }, part: ByteRange): Promise<ReadableStream<Uint8Array>>;
  /** Replaces an existing file. */
  saveFile(key: string, content: Uint8Array<ArrayBuffer>): Promise<void>;
  findFile(key: string): Promise<number | undefined>;
  openAny(key: string): Promise<{ size: number; body: ReadableStream<Uint8Array> } | undefined>;
  listFiles(prefix: string, cursor?: string): Promise<{ files: { key: string; uploaded: Date }[]; cursor?: string }>;
  readFile(key: string): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * All parts but the last have the same size, at least 5 MiB. The file appears on completion; an incomplete upload
   * expires after seven days (https://developers.cloudflare.com/r2/objects/multipart-objects).
   */
  beginUpload(key: string): Promise<string>;
  /** `number` counts from 1. Returns the part's ETag; a repeated write replaces the part. */
  writePart(upload: Upload, number: number, part: IncomingPart): Promise<string>;
  completeUpload(upload: Upload, etags: string[]): Promise<void>;
  abortUpload(upload: Upload): Promise<void>;
  removeFile(keys: string | string[]): Promise<void>;
};
export type Upload = { key: string; upload_id: string };

/** `readFile` reads into memory, so it cuts longer files. */
const readBytesMax = 4_194_304;
const timeoutMs = 10_000;
const partTimeoutMs = 15_000;

/** Without a bucket `listFiles` finds no files, and all other methods throw GatewayError. */
export const createFilesGateway = (bucket: Bucket | undefined): FilesGateway => ({
  async requireFile({ key, size }) {
    const found = await withBucket(bucket, (store) => store.head(key));
    if (found?.size !== size) throw missingFileError(found);
  },
  async openFile({ key, size }, range) {
    const found = await withBucket(bucket, (store) => store.get(key, { range }));
    if (found?.size !== size) throw missingFileError(found);
    return found.body;
  },
  async saveFile(key, content) {
    await withBucket(bucket, (store) => store.put(key, content));
  },
  async findFile(key) {
    return (await withBucket(bucket, (store) => store.head(key)))?.size;
  },
  async openAny(key) {
    const found = await withBucket(bucket, (store) => store.get(key));
    return found ? { size: found.size, body: found.body } : undefined;
  },
  async listFiles(prefix, cursor) {
    // A shop without a bucket has no files to clean up.
    if (!bucket) return { files: [] };
    const listing = await withBucket(bucket, (store) => store.list({ prefix, cursor }));
    const files = listing.objects.map(({ key, uploaded }) => ({ key, uploaded }));
    return { files, ...(listing.truncated && { cursor: listing.cursor }) };
  },
  async readFile(key) {
    const found = await withBucket(bucket, async (store) => {
      const metadata = await store.head(key);
      return metadata && store.get(key, { range: { offset: 0, length: Math.min(metadata.size, readBytesMax) } });
    });
    if (!found) throw missingFileError(found);
    return new Uint8Array(await new Response(found.body).arrayBuffer());
  },
  async beginUpload(key) {
    return (await withBucket(bucket, (store) => store.createMultipartUpload(key))).uploadId;
  },
  async writePart({ key, upload_id }, number, part) {
    const write = (store: Bucket) => writePart(store.resumeMultipartUpload(key, upload_id), number, part);
    return (await withBucket(bucket, write, partTimeoutMs)).etag;
  },
  async completeUpload({ key, upload_id }, etags) {
    const parts = etags.map((etag, index) => ({ partNumber: index + 1, etag }));
    await withBucket(bucket, (store) => store.resumeMultipartUpload(key, upload_id).complete(parts));
  },
  abortUpload: ({ key, upload_id }) =>
    withBucket(bucket, (store) => store.resumeMultipartUpload(key, upload_id).abort()),
  removeFile: (keys) => withBucket(bucket, (store) => store.delete(keys)),
});

const missingFileError = (found: object | null) =>
  new GatewayError("files", found ? "the file has another length" : "no such file", { retryable: false });

async function withBucket<T>(
  bucket: Bucket | undefined,
  work: (bucket: Bucket) => Promise<T>,
  withinMs = timeoutMs,
): Promise<T> {
  if (!bucket) throw new GatewayError("files", "no bucket is bound", { retryable: false });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeoutError = new Promise<never>((_, reject) => {
    const error = new GatewayError("files", `no answer within ${withinMs} ms`, { retryable: true });
    timer = setTimeout(() => reject(error), withinMs);
  });
  try {
    return await Promise.race([work(bucket), timeoutError]);
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    throw new GatewayError("files", "the bucket failed", { retryable: true, cause: error });
  } finally {
    clearTimeout(timer);
  }
}

import { createCipheriv, createHash } from "node:crypto";

const blockBytes = 16;
const chunkBytes = 1024 * 1024;

export type Range = { start: number; end: number };

/** Pseudorandom bytes of a seed from any offset (AES in counter mode). `end` is exclusive. */
export function* generateContent(seed: string, { start, end }: Range): Generator<Uint8Array> {
  const key = createHash("sha256").update(seed).digest().subarray(0, blockBytes);
  const counter = Buffer.alloc(blockBytes);
  counter.writeBigUInt64BE(BigInt(Math.floor(start / blockBytes)), blockBytes / 2);
  const cipher = createCipheriv("aes-128-ctr", key, counter);
  cipher.update(Buffer.alloc(start % blockBytes));
  for (let at = start; at < end; at += chunkBytes) yield cipher.update(Buffer.alloc(Math.min(chunkBytes, end - at)));
}

/** The SHA-256 digest in hexadecimal; large files do not block the event loop. */
export async function hashContent(seed: string, size: number): Promise<string> {
  const hash = createHash("sha256");
  for (const piece of generateContent(seed, { start: 0, end: size })) {
    hash.update(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return hash.digest("hex");
}

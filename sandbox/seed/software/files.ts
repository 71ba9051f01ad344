import { createCipheriv, createHash } from "node:crypto";
import { demoVersions } from "./catalogue.ts";

/** Pseudorandom, the same in every run. */
export function generateContent({ label, bytes }: { label: string; bytes: number }): Uint8Array<ArrayBuffer> {
  const key = createHash("sha256").update(label).digest().subarray(0, 16);
  return new Uint8Array(createCipheriv("aes-128-ctr", key, Buffer.alloc(16)).update(Buffer.alloc(bytes)));
}

export async function demoFile(key: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const build = demoVersions.find(({ id }) => key === `versions/${id}`);
  return build && generateContent(build);
}

/** Hexadecimal. */
export const sha256Of = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");

import { join, u32le } from "./bytes.ts";

/* Pictures of 32 by 24 pixels that a browser's canvas was asked to encode: what stands inside of their chunks. */
export const lossy = Buffer.from(
  "kAQAnQEqIAAYAD61TqBLJyQjIbAYCADgFolAFqLUn8M5YB/ALj/uwACHnxoAAP7sfbEJd88f/4hueCYsmGZoy/+wMMIN5ijV4g86N+JoBGF9QZ+Js+SR9RH3rwAAAA==",
  "base64",
);
export const lossless = Buffer.from("Lx/ABQAPcDPNYf4Z8/wHD8SCSf7S+yOI6H8ULwAAAAAAAA==", "base64");

export const riffChunk = (type: string, data: Uint8Array | number[] | string): Buffer<ArrayBuffer> => {
  const bytes = join(data);
  return join(type, u32le(bytes.length), bytes, bytes.length % 2 === 1 ? [0] : []);
};

export const riff = (...chunks: Uint8Array[]): Buffer<ArrayBuffer> => {
  const content = join("WEBP", ...chunks);
  return join("RIFF", u32le(content.length), content);
};

export const webp = () => riff(riffChunk("VP8 ", lossy));
export const webpLossless = () => riff(riffChunk("VP8L", lossless));

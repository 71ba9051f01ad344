import { joinBytes, u32le } from "./bytes.ts";

/* Chunk contents of pictures of 32 by 24 pixels, encoded by a browser's canvas. */
export const lossy = Buffer.from(
  "kAQAnQEqIAAYAD61TqBLJyQjIbAYCADgFolAFqLUn8M5YB/ALj/uwACHnxoAAP7sfbEJd88f/4hueCYsmGZoy/+wMMIN5ijV4g86N+JoBGF9QZ+Js+SR9RH3rwAAAA==",
  "base64",
);
export const lossless = Buffer.from("Lx/ABQAPcDPNYf4Z8/wHD8SCSf7S+yOI6H8ULwAAAAAAAA==", "base64");
export const alpha = Buffer.from("AQ8w/xERQiyYzF+6P4KI/k9A8foD", "base64");

export const buildRiffChunk = (type: string, data: Uint8Array | number[] | string): Buffer<ArrayBuffer> => {
  const bytes = joinBytes(data);
  return joinBytes(type, u32le(bytes.length), bytes, bytes.length % 2 === 1 ? [0] : []);
};

export const buildRiff = (...chunks: Uint8Array[]): Buffer<ArrayBuffer> => {
  const content = joinBytes("WEBP", ...chunks);
  return joinBytes("RIFF", u32le(content.length), content);
};

const u24le = (value: number) => u32le(value).slice(0, 3);
/** `flags`: 0x20 profile, 0x10 transparency, 0x08 Exif, 0x04 XMP, 0x02 animation. */
export const buildExtendedHeader = (flags: number, width = 32, height = 24) =>
  buildRiffChunk("VP8X", [flags, 0, 0, 0, ...u24le(width - 1), ...u24le(height - 1)]);

export const buildWebp = () => buildRiff(buildRiffChunk("VP8 ", lossy));
export const buildLosslessWebp = () => buildRiff(buildRiffChunk("VP8L", lossless));

import { deflateSync } from "node:zlib";
import { av1, avif, av1C, box, codedItem, irot, ispe } from "./avif.ts";
import { exif, join, profile, script, u16, u32, u32le } from "./bytes.ts";
import { frame, jfif, jpeg, jpegEnd, jpegStart, scan, segment } from "./jpeg.ts";
import { png, pngChunk, pngHeader, pngPixels, pngSignature } from "./png.ts";
import { extendedHeader, lossless, lossy, riff, riffChunk, webp } from "./webp.ts";

/** "refused", or the media type of the served rest, without the script. */
type Outcome = "refused" | "image/png" | "image/jpeg" | "image/webp" | "image/avif";
export type Hostile = readonly [name: string, file: Buffer<ArrayBuffer>, outcome: Outcome];

const svg = `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`;
const html = `<!doctype html><html>${script}</html>`;
const exifSegment = (orientation: number) => segment(0xe1, join("Exif\0\0", exif(orientation)));
const grid = (rows: number, columns: number, width: number, height: number) =>
  join([0, 0, rows - 1, columns - 1], u16(width), u16(height));

/**
 * The sequence header of the coded picture says 65,536 by 65,536 (16 bits for each side), whatever the container says.
 */
const hugeAv1 = () => {
  // profile, still, reduced, level, 15 and 15 for the lengths of what follows, then both sides less one
  const bits = ["000", "1", "1", "00000", "1111", "1111", "1".repeat(32)].join("");
  const bytes = (bits.match(/.{1,8}/g) ?? []).map((each) => Number.parseInt(each.padEnd(8, "0"), 2));
  return join([0x0a, bytes.length, ...bytes], [0x32, 4, 0, 0, 0, 0]);
};

const corrupt = (file: Buffer<ArrayBuffer>, at: number) => {
  const copy = Buffer.from(file);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
};

const otherFiles: Hostile[] = [
  ["an empty file", join(" "), "refused"],
  ["an SVG with a script", join(svg), "refused"],
  ["an SVG behind an XML declaration", join(`<?xml version="1.0"?>${svg}`), "refused"],
  ["a page of HTML", join(html), "refused"],
  ["a GIF", join("GIF89a", [1, 0, 1, 0, 0, 0, 0], ";"), "refused"],
  ["a GIF that is JavaScript", join("GIF89a=1;document.title='run'//"), "refused"],
  ["a BMP", join("BM", u32le(58), Buffer.alloc(52)), "refused"],
  ["an icon", join([0, 0, 1, 0, 1, 0], Buffer.alloc(40)), "refused"],
  ["a TIFF", join("II*\0", u32le(8), Buffer.alloc(40)), "refused"],
  ["a PDF", join("%PDF-1.7\n", script), "refused"],
  ["a ZIP", join("PK", [3, 4], Buffer.alloc(40)), "refused"],
  ["a video", avif({ brands: ["isom", "mp42"] }), "refused"],
  ["an image of HEIC", avif({ brands: ["heic", "mif1"] }), "refused"],
  ["a sound in RIFF", join("RIFF", u32le(4), "WAVE"), "refused"],
];

const pngs: Hostile[] = [
  ["a PNG's signature and nothing else", join(pngSignature), "refused"],
  ["a PNG cut off in its pixels", png().subarray(0, 60) as Buffer<ArrayBuffer>, "refused"],
  ["a PNG without its end", join(pngSignature, pngHeader(), pngPixels()), "refused"],
  ["a PNG without pixels", join(pngSignature, pngHeader(), pngChunk("IEND")), "refused"],
  [
    "a PNG of 65,535 by 65,535",
    join(pngSignature, pngHeader({ width: 65_535, height: 65_535 }), pngPixels(), pngChunk("IEND")),
    "refused",
  ],
  [
    "a PNG of 16,385 by 1",
    join(pngSignature, pngHeader({ width: 16_385, height: 1 }), pngPixels(), pngChunk("IEND")),
    "refused",
  ],
  [
    "a PNG of 8,000 by 5,001",
    join(pngSignature, pngHeader({ width: 8000, height: 5001 }), pngPixels(), pngChunk("IEND")),
    "refused",
  ],
  ["a PNG without width", join(pngSignature, pngHeader({ width: 0 }), pngPixels(), pngChunk("IEND")), "refused"],
  ["a PNG with a wrong checksum", corrupt(png(), 30), "refused"],
  ["a PNG with a chunk of 4 GiB", join(pngSignature, pngHeader(), u32(0xffffffff), "tEXt", script), "refused"],
  ["a PNG with a critical chunk of its own", png({ before: [pngChunk("EVIL", script)] }), "refused"],
  ["a PNG with two headers", png({ before: [pngHeader()] }), "refused"],
  ["an animated PNG", png({ before: [pngChunk("acTL", [...u32(1000), ...u32(0)])] }), "refused"],
  ["a PNG that is stored turned", png({ before: [pngChunk("eXIf", exif(6))] }), "refused"],
  [
    "a PNG with a script in its texts",
    png({
      before: [pngChunk("tEXt", `Comment\0${script}`)],
      after: [pngChunk("iTXt", `XML:com.adobe.xmp\0\0\0\0\0${script}`)],
    }),
    "image/png",
  ],
  ["a PNG with a script in its Exif", png({ before: [pngChunk("eXIf", exif(1))] }), "image/png"],
  ["a PNG with a page behind its end", png({ behind: html }), "image/png"],
  ["a PNG with a ZIP behind its end", png({ behind: join("PK", [3, 4], script) }), "image/png"],
  [
    "a PNG with a profile that inflates to 100 MiB",
    png({ before: [pngChunk("iCCP", join("a\0\0", deflateSync(Buffer.alloc(100 * 2 ** 20))))] }),
    "image/png",
  ],
  [
    "a PNG with a script for a profile",
    png({ before: [pngChunk("iCCP", join("a\0\0", deflateSync(join(script))))] }),
    "image/png",
  ],
];

const jpegs: Hostile[] = [
  ["a JPEG's start and a script", join(jpegStart, [0xff], script), "refused"],
  ["a JPEG cut off in its scan", jpeg({ width: 800, height: 800 }).subarray(0, 300) as Buffer<ArrayBuffer>, "refused"],
  ["a JPEG of 65,535 by 65,535", join(jpegStart, jfif, frame(65_535, 65_535), scan(8, 8), jpegEnd), "refused"],
  ["a JPEG without height", join(jpegStart, jfif, frame(8, 0), scan(8, 8), jpegEnd), "refused"],
  ["a JPEG with two frames", jpeg({ before: [frame(8, 6)] }), "refused"],
  ["a JPEG of arithmetic codes", join(jpegStart, jfif, frame(8, 6, 0xc9), scan(8, 8), jpegEnd), "refused"],
  ["a JPEG with a script for a table", jpeg({ before: [segment(0xdb, script)] }), "refused"],
  [
    "a JPEG of 101 scans",
    jpeg({ isProgressive: true, after: Array.from({ length: 100 }, () => scan(8, 8, true)) }),
    "refused",
  ],
  [
    "a JPEG with scripts in comment, Exif, XMP and IPTC",
    jpeg({
      before: [
        segment(0xfe, html),
        exifSegment(6),
        segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${script}`),
        segment(0xed, `Photoshop 3.0\0${script}`),
      ],
    }),
    "image/jpeg",
  ],
  [
    "a JPEG with a script for a thumbnail",
    jpeg({ before: [segment(0xe0, join("JFIF\0", [1, 2, 0, 0, 1, 0, 1, 4, 3], script))] }),
    "image/jpeg",
  ],
  ["a JPEG with a page behind its end", jpeg({ behind: html }), "image/jpeg"],
  [
    "a JPEG with a script for a profile",
    jpeg({ before: [segment(0xe2, join("ICC_PROFILE\0", [1, 1], script))] }),
    "image/jpeg",
  ],
  [
    "a JPEG with a second picture behind its end",
    jpeg({ behind: jpeg({ before: [segment(0xfe, script)] }) }),
    "image/jpeg",
  ],
];

const webps: Hostile[] = [
  ["a WebP cut off", webp().subarray(0, 80) as Buffer<ArrayBuffer>, "refused"],
  ["a WebP of 16,384 by 16,384", riff(extendedHeader(0, 16_384, 16_384), riffChunk("VP8 ", lossy)), "refused"],
  ["a WebP whose canvas is not its picture", riff(extendedHeader(0, 33, 24), riffChunk("VP8 ", lossy)), "refused"],
  [
    "an animated WebP",
    riff(extendedHeader(0x02), riffChunk("ANIM", [0, 0, 0, 0, 0, 0]), riffChunk("VP8 ", lossy)),
    "refused",
  ],
  [
    "a WebP with two pictures",
    riff(extendedHeader(0), riffChunk("VP8 ", lossy), riffChunk("VP8L", lossless)),
    "refused",
  ],
  [
    "a WebP with scripts in Exif, XMP and a chunk of its own",
    riff(
      extendedHeader(0x0c),
      riffChunk("VP8 ", lossy),
      riffChunk("EXIF", exif(1)),
      riffChunk("XMP ", script),
      riffChunk("evil", html),
    ),
    "image/webp",
  ],
  ["a WebP with a page behind its end", join(webp(), html), "image/webp"],
  [
    "a WebP with a small profile",
    riff(extendedHeader(0x20), riffChunk("ICCP", profile()), riffChunk("VP8 ", lossy)),
    "image/webp",
  ],
];

const avifs: Hostile[] = [
  ["an AVIF cut off", avif().subarray(0, 300) as Buffer<ArrayBuffer>, "refused"],
  ["an AVIF that says 65,535 by 65,535", avif({ items: [codedItem(av1, [ispe(65_535, 65_535), av1C])] }), "refused"],
  [
    "an AVIF that says 8 by 6 around a picture of 65,536 by 65,536",
    avif({ items: [codedItem(hugeAv1(), [ispe(8, 6), av1C])] }),
    "refused",
  ],
  [
    "an AVIF of a grid of 65,280 by 65,280",
    avif({
      items: [{ type: "grid", data: grid(255, 255, 65_280, 65_280), properties: [ispe(65_280, 65_280)] }, codedItem()],
      references: [{ type: "dimg", from: 1, to: [2] }],
    }),
    "refused",
  ],
  ["an AVIF of a sequence", avif({ brands: ["avis", "avif", "mif1"] }), "refused"],
  ["an AVIF with a film", avif({ between: [box("moov", script)] }), "refused"],
  ["an AVIF without a coded picture", avif({ items: [{ ...codedItem(join([0x0a])), type: "av01" }] }), "refused"],
  [
    "an AVIF that is cropped",
    avif({ items: [codedItem(av1, [ispe(32, 24), av1C, box("clap", Buffer.alloc(32))])] }),
    "refused",
  ],
  [
    "an AVIF with scripts in Exif, XMP and boxes of its own",
    avif({
      items: [
        codedItem(),
        { type: "Exif", data: join(u32(0), exif(6)) },
        { type: "mime", name: script, data: join(script) },
      ],
      references: [{ type: "cdsc", from: 2, to: [1] }],
      before: [box("free", html)],
      between: [box("uuid", Buffer.alloc(16), script)],
    }),
    "image/avif",
  ],
  ["an AVIF with a page behind its end", avif({ behind: html }), "image/avif"],
  [
    "an AVIF with a script in the metadata of its coding",
    avif({ items: [codedItem(join(av1, [0x2a, script.length + 1, 4], script))] }),
    "image/avif",
  ],
  [
    "an AVIF that is turned",
    avif({ items: [codedItem(av1, [ispe(32, 24), av1C, irot(1)])], behind: script }),
    "image/avif",
  ],
];

/** Malicious files, made byte by byte, and their outcome. */
export const hostile: readonly Hostile[] = [...otherFiles, ...pngs, ...jpegs, ...webps, ...avifs];

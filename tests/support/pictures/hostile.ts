// One list of hostile pictures, each with its builder.
import { deflateSync } from "node:zlib";
import { av1, buildAvif, av1C, buildBox, codedItem, irot, ispe } from "./avif.ts";
import { buildExif, joinBytes, buildProfile, script, u16, u32, u32le } from "./bytes.ts";
import { buildFrame, jfif, buildJpeg, jpegEnd, jpegStart, buildScan, buildSegment } from "./jpeg.ts";
import { buildPng, buildPngChunk, buildPngHeader, buildPngPixels, pngSignature } from "./png.ts";
import { buildExtendedHeader, lossless, lossy, buildRiff, buildRiffChunk, buildWebp } from "./webp.ts";

/** "refused", or the media type of the served picture, which no longer contains the script. */
type Outcome = "refused" | "image/png" | "image/jpeg" | "image/webp" | "image/avif";
export type HostileFile = readonly [name: string, file: Buffer<ArrayBuffer>, outcome: Outcome];

const svg = `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`;
const html = `<!doctype html><html>${script}</html>`;
const buildExifSegment = (orientation: number) => buildSegment(0xe1, joinBytes("Exif\0\0", buildExif(orientation)));
const buildGrid = (rows: number, columns: number, width: number, height: number) =>
  joinBytes([0, 0, rows - 1, columns - 1], u16(width), u16(height));

/**
 * The coded picture's sequence header says 65,536 by 65,536 (16 bits for each side), whatever the container says.
 */
const buildHugeAv1 = () => {
  // Profile, still picture, reduced header, level, the bit lengths of both sides minus 1, and both sides minus 1.
  const bits = ["000", "1", "1", "00000", "1111", "1111", "1".repeat(32)].join("");
  const bytes = (bits.match(/.{1,8}/g) ?? []).map((each) => Number.parseInt(each.padEnd(8, "0"), 2));
  return joinBytes([0x0a, bytes.length, ...bytes], [0x32, 4, 0, 0, 0, 0]);
};

const flipByte = (file: Buffer<ArrayBuffer>, at: number) => {
  const copy = Buffer.from(file);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
};

const otherFiles: HostileFile[] = [
  ["an empty file", joinBytes(" "), "refused"],
  ["an SVG with a script", joinBytes(svg), "refused"],
  ["an SVG behind an XML declaration", joinBytes(`<?xml version="1.0"?>${svg}`), "refused"],
  ["a page of HTML", joinBytes(html), "refused"],
  ["a GIF", joinBytes("GIF89a", [1, 0, 1, 0, 0, 0, 0], ";"), "refused"],
  ["a GIF that is JavaScript", joinBytes("GIF89a=1;document.title='run'//"), "refused"],
  ["a BMP", joinBytes("BM", u32le(58), Buffer.alloc(52)), "refused"],
  ["an icon", joinBytes([0, 0, 1, 0, 1, 0], Buffer.alloc(40)), "refused"],
  ["a TIFF", joinBytes("II*\0", u32le(8), Buffer.alloc(40)), "refused"],
  ["a PDF", joinBytes("%PDF-1.7\n", script), "refused"],
  ["a ZIP", joinBytes("PK", [3, 4], Buffer.alloc(40)), "refused"],
  ["a video", buildAvif({ brands: ["isom", "mp42"] }), "refused"],
  ["an image of HEIC", buildAvif({ brands: ["heic", "mif1"] }), "refused"],
  ["a sound in RIFF", joinBytes("RIFF", u32le(4), "WAVE"), "refused"],
];

const pngs: HostileFile[] = [
  ["a PNG's signature and nothing else", joinBytes(pngSignature), "refused"],
  ["a PNG cut off in its pixels", buildPng().subarray(0, 60) as Buffer<ArrayBuffer>, "refused"],
  ["a PNG without its end", joinBytes(pngSignature, buildPngHeader(), buildPngPixels()), "refused"],
  ["a PNG without pixels", joinBytes(pngSignature, buildPngHeader(), buildPngChunk("IEND")), "refused"],
  [
    "a PNG of 65,535 by 65,535",
    joinBytes(pngSignature, buildPngHeader({ width: 65_535, height: 65_535 }), buildPngPixels(), buildPngChunk("IEND")),
    "refused",
  ],
  [
    "a PNG of 16,385 by 1",
    joinBytes(pngSignature, buildPngHeader({ width: 16_385, height: 1 }), buildPngPixels(), buildPngChunk("IEND")),
    "refused",
  ],
  [
    "a PNG of 8,000 by 5,001",
    joinBytes(pngSignature, buildPngHeader({ width: 8000, height: 5001 }), buildPngPixels(), buildPngChunk("IEND")),
    "refused",
  ],
  [
    "a PNG without width",
    joinBytes(pngSignature, buildPngHeader({ width: 0 }), buildPngPixels(), buildPngChunk("IEND")),
    "refused",
  ],
  ["a PNG with a wrong checksum", flipByte(buildPng(), 30), "refused"],
  [
    "a PNG with a chunk of 4 GiB",
    joinBytes(pngSignature, buildPngHeader(), u32(0xffffffff), "tEXt", script),
    "refused",
  ],
  ["a PNG with a critical chunk of its own", buildPng({ before: [buildPngChunk("EVIL", script)] }), "refused"],
  ["a PNG with two headers", buildPng({ before: [buildPngHeader()] }), "refused"],
  ["an animated PNG", buildPng({ before: [buildPngChunk("acTL", [...u32(1000), ...u32(0)])] }), "refused"],
  ["a PNG that is stored turned", buildPng({ before: [buildPngChunk("eXIf", buildExif(6))] }), "refused"],
  [
    "a PNG with a script in its texts",
    buildPng({
      before: [buildPngChunk("tEXt", `Comment\0${script}`)],
      after: [buildPngChunk("iTXt", `XML:com.adobe.xmp\0\0\0\0\0${script}`)],
    }),
    "image/png",
  ],
  ["a PNG with a script in its Exif", buildPng({ before: [buildPngChunk("eXIf", buildExif(1))] }), "image/png"],
  ["a PNG with a page behind its end", buildPng({ behind: html }), "image/png"],
  ["a PNG with a ZIP behind its end", buildPng({ behind: joinBytes("PK", [3, 4], script) }), "image/png"],
  [
    "a PNG with a profile that inflates to 100 MiB",
    buildPng({ before: [buildPngChunk("iCCP", joinBytes("a\0\0", deflateSync(Buffer.alloc(100 * 2 ** 20))))] }),
    "image/png",
  ],
  [
    "a PNG with a script for a profile",
    buildPng({ before: [buildPngChunk("iCCP", joinBytes("a\0\0", deflateSync(joinBytes(script))))] }),
    "image/png",
  ],
];

const jpegs: HostileFile[] = [
  ["a JPEG's start and a script", joinBytes(jpegStart, [0xff], script), "refused"],
  [
    "a JPEG cut off in its scan",
    buildJpeg({ width: 800, height: 800 }).subarray(0, 300) as Buffer<ArrayBuffer>,
    "refused",
  ],
  [
    "a JPEG of 65,535 by 65,535",
    joinBytes(jpegStart, jfif, buildFrame(65_535, 65_535), buildScan(8, 8), jpegEnd),
    "refused",
  ],
  ["a JPEG without height", joinBytes(jpegStart, jfif, buildFrame(8, 0), buildScan(8, 8), jpegEnd), "refused"],
  ["a JPEG with two frames", buildJpeg({ before: [buildFrame(8, 6)] }), "refused"],
  [
    "a JPEG of arithmetic codes",
    joinBytes(jpegStart, jfif, buildFrame(8, 6, 0xc9), buildScan(8, 8), jpegEnd),
    "refused",
  ],
  ["a JPEG with a script for a table", buildJpeg({ before: [buildSegment(0xdb, script)] }), "refused"],
  [
    "a JPEG of 101 scans",
    buildJpeg({ isProgressive: true, after: Array.from({ length: 100 }, () => buildScan(8, 8, true)) }),
    "refused",
  ],
  [
    "a JPEG with scripts in comment, Exif, XMP and IPTC",
    buildJpeg({
      before: [
        buildSegment(0xfe, html),
        buildExifSegment(6),
        buildSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${script}`),
        buildSegment(0xed, `Photoshop 3.0\0${script}`),
      ],
    }),
    "image/jpeg",
  ],
  [
    "a JPEG with a script for a thumbnail",
    buildJpeg({ before: [buildSegment(0xe0, joinBytes("JFIF\0", [1, 2, 0, 0, 1, 0, 1, 4, 3], script))] }),
    "image/jpeg",
  ],
  ["a JPEG with a page behind its end", buildJpeg({ behind: html }), "image/jpeg"],
  [
    "a JPEG with a script for a profile",
    buildJpeg({ before: [buildSegment(0xe2, joinBytes("ICC_PROFILE\0", [1, 1], script))] }),
    "image/jpeg",
  ],
  [
    "a JPEG with a second picture behind its end",
    buildJpeg({ behind: buildJpeg({ before: [buildSegment(0xfe, script)] }) }),
    "image/jpeg",
  ],
];

const webps: HostileFile[] = [
  ["a WebP cut off", buildWebp().subarray(0, 80) as Buffer<ArrayBuffer>, "refused"],
  [
    "a WebP of 16,384 by 16,384",
    buildRiff(buildExtendedHeader(0, 16_384, 16_384), buildRiffChunk("VP8 ", lossy)),
    "refused",
  ],
  [
    "a WebP whose canvas is not its picture",
    buildRiff(buildExtendedHeader(0, 33, 24), buildRiffChunk("VP8 ", lossy)),
    "refused",
  ],
  [
    "an animated WebP",
    buildRiff(buildExtendedHeader(0x02), buildRiffChunk("ANIM", [0, 0, 0, 0, 0, 0]), buildRiffChunk("VP8 ", lossy)),
    "refused",
  ],
  [
    "a WebP with two pictures",
    buildRiff(buildExtendedHeader(0), buildRiffChunk("VP8 ", lossy), buildRiffChunk("VP8L", lossless)),
    "refused",
  ],
  [
    "a WebP with scripts in Exif, XMP and a chunk of its own",
    buildRiff(
      buildExtendedHeader(0x0c),
      buildRiffChunk("VP8 ", lossy),
      buildRiffChunk("EXIF", buildExif(1)),
      buildRiffChunk("XMP ", script),
      buildRiffChunk("evil", html),
    ),
    "image/webp",
  ],
  ["a WebP with a page behind its end", joinBytes(buildWebp(), html), "image/webp"],
  [
    "a WebP with a small profile",
    buildRiff(buildExtendedHeader(0x20), buildRiffChunk("ICCP", buildProfile()), buildRiffChunk("VP8 ", lossy)),
    "image/webp",
  ],
];

const avifs: HostileFile[] = [
  ["an AVIF cut off", buildAvif().subarray(0, 300) as Buffer<ArrayBuffer>, "refused"],
  [
    "an AVIF that says 65,535 by 65,535",
    buildAvif({ items: [codedItem(av1, [ispe(65_535, 65_535), av1C])] }),
    "refused",
  ],
  [
    "an AVIF that says 8 by 6 around a picture of 65,536 by 65,536",
    buildAvif({ items: [codedItem(buildHugeAv1(), [ispe(8, 6), av1C])] }),
    "refused",
  ],
  [
    "an AVIF of a grid of 65,280 by 65,280",
    buildAvif({
      items: [
        { type: "grid", data: buildGrid(255, 255, 65_280, 65_280), properties: [ispe(65_280, 65_280)] },
        codedItem(),
      ],
      references: [{ type: "dimg", from: 1, to: [2] }],
    }),
    "refused",
  ],
  ["an AVIF of a sequence", buildAvif({ brands: ["avis", "avif", "mif1"] }), "refused"],
  ["an AVIF with a film", buildAvif({ between: [buildBox("moov", script)] }), "refused"],
  [
    "an AVIF without a coded picture",
    buildAvif({ items: [{ ...codedItem(joinBytes([0x0a])), type: "av01" }] }),
    "refused",
  ],
  [
    "an AVIF that is cropped",
    buildAvif({ items: [codedItem(av1, [ispe(32, 24), av1C, buildBox("clap", Buffer.alloc(32))])] }),
    "refused",
  ],
  [
    "an AVIF with scripts in Exif, XMP and boxes of its own",
    buildAvif({
      items: [
        codedItem(),
        { type: "Exif", data: joinBytes(u32(0), buildExif(6)) },
        { type: "mime", name: script, data: joinBytes(script) },
      ],
      references: [{ type: "cdsc", from: 2, to: [1] }],
      before: [buildBox("free", html)],
      between: [buildBox("uuid", Buffer.alloc(16), script)],
    }),
    "image/avif",
  ],
  ["an AVIF with a page behind its end", buildAvif({ behind: html }), "image/avif"],
  [
    "an AVIF with a script in the metadata of its coding",
    buildAvif({ items: [codedItem(joinBytes(av1, [0x2a, script.length + 1, 4], script))] }),
    "image/avif",
  ],
  [
    "an AVIF that is turned",
    buildAvif({ items: [codedItem(av1, [ispe(32, 24), av1C, irot(1)])], behind: script }),
    "image/avif",
  ],
];

export const hostileFiles: readonly HostileFile[] = [...otherFiles, ...pngs, ...jpegs, ...webps, ...avifs];

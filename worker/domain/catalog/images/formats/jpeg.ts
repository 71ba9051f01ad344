import { type Bytes, type CleanPicture, Compactor, createReader, refuseCutOff, refuse, requireSize } from "./bytes.ts";
import { swapsSides, orientationSegment, readOrientation } from "./exif.ts";
import { isValidProfile } from "./icc.ts";

/*
 * The markers of ITU-T T.81, annex B (https://www.w3.org/Graphics/JPEG/itu-t81.pdf), JFIF 1.02
 * (https://www.w3.org/Graphics/JPEG/jfif3.pdf), and Adobe's colour transform (ITU-T T.872, 6.5.3).
 */
const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Baseline, extended and progressive with Huffman coding, the kinds that browsers decode. */
const frameCodes = new Set([0xc0, 0xc1, 0xc2]);
const tableValidators: Record<number, (data: Bytes) => boolean> = {
  0xc4: isHuffman,
  0xdb: isQuantization,
  0xdd: isRestart,
};
/** A progressive picture has about ten scans; each costs the decoder a pass over all pixels. */
const scansMax = 100;
const jfifBytes = 18;
const adobeBytes = 16;

const refuseMalformed = (): never => refuse("is no JPEG by its structure");

type State = {
  out: Compactor;
  frame?: { width: number; height: number; components: number };
  scans: number;
  orientation: number;
  seen: Set<string>;
};
type Segment = { code: number; start: number; end: number; data: Bytes };

/**
 * Retains the tables, frame, scans, orientation and a small colour profile of a JPEG; drops Exif, XMP, IPTC, comments,
 * thumbnails, further pictures and anything after the end. @throws PictureRefusedError
 */
export function cleanJpeg(file: Bytes): CleanPicture {
  const { u8, u16, require } = createReader(file);
  const state: State = { out: new Compactor(file), scans: 0, orientation: 1, seen: new Set() };
  state.out.keep(0, 2);
  for (let at = 2; ;) {
    if (u8(at) !== 0xff) refuseMalformed();
    // Any number of fill bytes may precede a marker (B.1.1.2).
    while (u8(at + 1) === 0xff) at += 1;
    const code = u8(at + 1);
    if (code === endOfImage) {
      state.out.keep(at, at + 2);
      break;
    }
    // A second picture and markers without a length are not allowed here.
    if (code < 0xc0 || (code >= 0xd0 && code <= 0xd8)) refuseMalformed();
    const length = u16(at + 2);
    if (length < 2) refuseMalformed();
    const end = require(at + 2, length);
    copySegment(state, { code, start: at, end, data: file.subarray(at + 4, end) });
    at = code === startOfScan ? copyScan(state, file, end) : end;
  }
  const { frame, scans, orientation } = state;
  if (!frame || scans === 0) return refuse("has no pixels");
  const [width, height] = swapsSides(orientation) ? [frame.height, frame.width] : [frame.width, frame.height];
  return { type: "jpeg", width, height, bytes: state.out.result() };
}

function copySegment(state: State, segment: Segment): void {
  const { code, start, end, data } = segment;
  const { out } = state;
  const isValid = tableValidators[code];
  if (isValid) {
    if (!isValid(data)) refuseMalformed();
    out.keep(start, end);
  } else if (frameCodes.has(code)) {
    if (state.frame) refuseMalformed();
    state.frame = readFrame(data);
    out.keep(start, end);
  } else if (code === startOfScan) {
    const count = data[0] ?? 0;
    if (!state.frame || count < 1 || count > state.frame.components || data.length !== 4 + 2 * count) refuseMalformed();
    if ((state.scans += 1) > scansMax) refuse("has too many scans");
    out.keep(start, end);
  } else if (code >= 0xe0 && code <= 0xef) copyApplicationSegment(state, segment);
  // 0xfe marks a comment; the other codes are non-Huffman and hierarchical codings.
  else if (code !== 0xfe) refuse("is a kind of JPEG that browsers do not show");
}

/** Application segments that affect the display; the first of each name counts. */
function copyApplicationSegment(state: State, { code, start, end, data }: Segment): void {
  const { out, seen } = state;
  const name = findSegmentName(code, data);
  if (name === undefined || seen.has(name)) return;
  seen.add(name);
  if (name === "JFIF" && end - start >= jfifBytes) {
    const at = out.keep(start, start + jfifBytes);
    // The length without a thumbnail, and thumbnail dimensions of zero.
    out.bytes.set([0, jfifBytes - 2], at + 2);
    out.bytes.set([0, 0], at + jfifBytes - 2);
  } else if (name === "Adobe" && end - start === adobeBytes) out.keep(start, end);
  else if (name === "Exif") {
    const orientation = readOrientation(data.subarray(6));
    const segment = orientationSegment(orientation);
    if (orientation === 1 || end - start < segment.length) return;
    state.orientation = orientation;
    out.write(segment);
  }
  // A profile in several segments exceeds the limit.
  else if (name === "ICC_PROFILE" && data[12] === 1 && data[13] === 1 && isProfile(state, data.subarray(14)))
    out.keep(start, end);
}

const segmentNames: Record<number, string> = { 0xe0: "JFIF", 0xe1: "Exif", 0xe2: "ICC_PROFILE", 0xee: "Adobe" };

function findSegmentName(code: number, data: Bytes): string | undefined {
  const name = segmentNames[code];
  if (name === undefined) return undefined;
  const isNamed = [...name].every((letter, index) => data[index] === letter.charCodeAt(0));
  return isNamed && (name === "Adobe" || data[name.length] === 0) ? name : undefined;
}

/** The frame may follow its profile; until then a profile of either colour space is accepted. */
const isProfile = ({ frame }: State, profile: Bytes): boolean =>
  frame
    ? isValidProfile(profile, frame.components === 1)
    : isValidProfile(profile, false) || isValidProfile(profile, true);

/** B.2.2: precision, height, width, and the sampling of each component. */
function readFrame(data: Bytes): NonNullable<State["frame"]> {
  const { u8, u16 } = createReader(data);
  const components = u8(5);
  const [height, width] = [u16(1), u16(3)];
  if (u8(0) !== 8 || ![1, 3, 4].includes(components) || data.length !== 6 + 3 * components) refuseMalformed();
  for (let index = 0; index < components; index++) {
    const sampling = u8(7 + 3 * index);
    if (sampling >> 4 < 1 || sampling >> 4 > 4 || (sampling & 15) < 1 || (sampling & 15) > 4) refuseMalformed();
  }
  requireSize(width, height);
  return { width, height, components };
}

/**
 * Retains the entropy-coded data up to the next marker; 0xFF within it is followed by zero or a restart code (B.1.1.5).
 */
function copyScan({ out }: State, file: Bytes, start: number): number {
  let at = start;
  for (;;) {
    const marker = file.indexOf(0xff, at);
    const code = marker < 0 ? undefined : file[marker + 1];
    if (code === undefined) return refuseCutOff();
    if (code !== 0 && code !== 0xff && (code < 0xd0 || code > 0xd7)) {
      if (marker === start) refuseMalformed();
      out.keep(start, marker);
      return marker;
    }
    at = code === 0xff ? marker + 1 : marker + 2;
  }
}

/** B.2.4.1: 64 values of one or two bytes for each table. */
function isQuantization(data: Bytes): boolean {
  let at = 0;
  while (at < data.length) {
    const kind = data[at] ?? 0xff;
    if (kind >> 4 > 1 || (kind & 15) > 3) return false;
    at += 1 + 64 * (1 + (kind >> 4));
  }
  return at === data.length && at > 0;
}

/** B.2.4.2: the number of codes of each length, then the values. */
function isHuffman(data: Bytes): boolean {
  let at = 0;
  while (at < data.length) {
    const kind = data[at] ?? 0xff;
    if (kind >> 4 > 1 || (kind & 15) > 3 || at + 17 > data.length) return false;
    const valueCount = data.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0);
    if (valueCount > 256) return false;
    at += 17 + valueCount;
  }
  return at === data.length && at > 0;
}

/** B.2.4.4: the number of MCUs between two restart markers, in two bytes. */
function isRestart(data: Bytes): boolean {
  return data.length === 2;
}

import { type Bytes, createReader, refuseCutOff, PictureRefusedError, refuse } from "./bytes.ts";

/** A box of ISO/IEC 14496-12, 4.2; `data` is the offset of its content. */
export type Box = { type: string; start: number; data: number; end: number };

const boxesMax = 1024;

/** @throws PictureRefusedError */
export function listBoxes(file: Bytes, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at < end; at = boxes.at(-1)?.end ?? end) {
    if (boxes.length >= boxesMax) refuse("is no AVIF by its structure");
    boxes.push(readBox(file, at, end));
  }
  return boxes;
}

/** The top-level boxes, up to the first bytes that are not a box. */
export function listFileBoxes(file: Bytes): Box[] {
  const boxes: Box[] = [];
  try {
    while (boxes.length < boxesMax) boxes.push(readBox(file, boxes.at(-1)?.end ?? 0, file.length));
  } catch (error) {
    if (!(error instanceof PictureRefusedError)) throw error;
  }
  return boxes;
}

function readBox(file: Bytes, at: number, end: number): Box {
  const { u32: readU32, text } = createReader(file.subarray(0, end));
  const shortLength = readU32(at);
  const isLong = shortLength === 1;
  if (isLong && readU32(at + 8) !== 0) refuseCutOff();
  // A length of 0 means "to the end of the file" and is only valid at the top level.
  const length = isLong ? readU32(at + 12) : shortLength === 0 && end === file.length ? end - at : shortLength;
  const data = at + (isLong ? 16 : 8);
  if (at + length < data) refuse("is no AVIF by its structure");
  if (at + length > end) refuseCutOff();
  return { type: text(at + 4, 4), start: at, data, end: at + length };
}

const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
export const u16 = (value: number): number[] => [(value >> 8) & 255, value & 255];
export const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 0xffff)];

type Content = ArrayLike<number> & Iterable<number>;

export const box = (type: string, ...content: Content[]): number[] => {
  const data = content.flatMap((part) => [...part]);
  return [...u32(8 + data.length), ...ascii(type), ...data];
};
export const fullBox = (type: string, version: number, flags: number, ...content: Content[]): number[] =>
  box(type, [version, 0, ...u16(flags)], ...content);
export const fourLetters = ascii;

import type { AppContext } from "./app-env.ts";
import { dropCookie, readCookie, writeFlashCookie } from "./cookies.ts";

export type Flash = {
  tone: "success" | "danger";
  /** Empty if the form is drawn again without a refusal, such as with search matches. */
  message: string;
  link?: readonly [label: string, path: string] | undefined;
  form?: { label: string; path: string; fields: Record<string, string> } | undefined;
  /** Input and errors, for the page that shows the rejected form again. */
  typed?: TypedInput | undefined;
};

export type TypedInput = {
  /** By field name, without secrets. */
  values: Record<string, string[]>;
  errors: Record<string, string>;
  /** The rejected record of a bulk action. */
  refused?: { id: string; message: string } | undefined;
};

/** Browsers drop cookies above 4096 bytes, of which name and attributes take 65. */
const bytesMax = 4000;
/** In characters, of which one takes up to 9 bytes. */
const messageMax = 1000;

/** Shortens a message that leaves too little room for its form. */
export function writeFlash(c: AppContext, path: string, { tone, message, link, form }: Flash): void {
  const toText = (length: number) => JSON.stringify({ tone, message: message.slice(0, length), link, form, path });
  let length = messageMax;
  while (length > 0 && encodeURIComponent(toText(length)).length > bytesMax) length -= 10;
  writeFlashCookie(c, toText(length));
}

/** Returns and removes the message for `path`. Only our host can set the cookie, and React escapes the text. */
export function consumeFlash(c: AppContext, path: string): Flash | null {
  const text = readCookie(c, "flash");
  if (text === undefined) return null;
  const left = parse(text);
  if (!left || left.path !== path) return null;
  dropCookie(c, "flash");
  const { path: _path, ...flash } = left;
  return flash;
}

function parse(text: string): (Flash & { path: string }) | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isFlash = typeof value === "object" && value !== null && "message" in value && "path" in value;
    return isFlash ? (value as Flash & { path: string }) : undefined; // as: written by writeFlash
  } catch {
    return undefined;
  }
}

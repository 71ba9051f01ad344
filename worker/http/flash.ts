import type { AppContext } from "./app-env.ts";
import { dropCookie, readCookie, writeFlashCookie } from "./cookies.ts";

/** What a plain form left for the page that it leads to: told once, there alone. */
export type Flash = {
  tone: "success" | "danger";
  /** Empty where there is nothing to tell: a form is drawn again with what was found for it. */
  message: string;
  /** A page of ours where it goes on: its name and its path. */
  link?: readonly [label: string, path: string] | undefined;
  /** What takes it back: a plain form of ours with its button. */
  form?: { label: string; path: string; fields: Record<string, string> } | undefined;
  /** Where the page has the refused form, which is drawn again. */
  typed?: Typed | undefined;
};

/** What was typed into a form that was refused, so that nothing is lost, and what is wrong with it. */
export type Typed = {
  /** By the name of the field; never a secret. */
  values: Record<string, string[]>;
  /** By the name of the field. */
  errors: Record<string, string>;
  /** Of several things, the id of the one that was refused, and why. */
  refused?: { id: string; message: string } | undefined;
};

// a cookie of more than 4096 bytes is dropped by browsers, and a character is up to 12 of them
const messageMax = 300;

/** The page at `path` tells it, within a minute. */
export function leaveFlash(c: AppContext, path: string, { tone, message, link, form }: Flash): void {
  const short = message.slice(0, messageMax);
  writeFlashCookie(c, JSON.stringify({ tone, message: short, link, form, path }));
}

/** What was left for this page, which is gone then. Only our host can set the cookie, and React escapes what it says. */
export function takeFlash(c: AppContext, path: string): Flash | null {
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
    const isOurs = typeof value === "object" && value !== null && "message" in value && "path" in value;
    return isOurs ? (value as Flash & { path: string }) : undefined; // written by leaveFlash
  } catch {
    return undefined;
  }
}

import type { AppContext } from "./app-env.ts";
import { dropCookie, readCookie, writeFlashCookie } from "./cookies.ts";

/** What a plain form left for the page that it leads to: told once, there alone. */
export type Flash = {
  tone: "success" | "danger";
  message: string;
  /** A page of ours where it goes on: its name and its path. */
  link?: readonly [label: string, path: string] | undefined;
  /** What is wrong with a field, by its name. */
  errors?: Record<string, string> | undefined;
  /** What was typed, so that nothing is lost by a refusal; never a secret. */
  values?: Record<string, string> | undefined;
};

// a cookie of more than 4096 bytes is dropped by browsers
const encodedMax = 3000;

/** The page at `path` tells it, within a minute. What was typed is left out where it is too long. */
export function leaveFlash(c: AppContext, path: string, flash: Flash): void {
  const { errors: _errors, values: _values, ...brief } = flash;
  for (const each of [flash, brief]) {
    const text = JSON.stringify({ ...each, path });
    if (encodeURIComponent(text).length <= encodedMax) {
      writeFlashCookie(c, text);
      return;
    }
  }
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

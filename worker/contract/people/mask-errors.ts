/*
 * How errors of browsers and apps lose what could be personal. The script of the pages masks before it sends, and the worker
 * masks again, because anybody with a session may send anything.
 * Each repetition that a hostile text could fill is bounded, so that the time grows with the length of the text alone.
 */

/** Characters of a message and of a stack that are kept. */
export const errorMessageMax = 300;
export const errorStackMax = 2000;
/** Frames of a stack that are kept. */
const framesMax = 12;

/** A path without ids, codes and names: what is no lower-case word becomes `:id`. */
export const maskPath = (path: string): string =>
  path
    .split("/")
    .slice(0, 8)
    .map((part) => (/^[a-z-]{0,24}$/.test(part) ? part : ":id"))
    .join("/");

/** Addresses lose their query, hash and host; those of our scripts keep their path. */
const maskLinks = (text: string): string =>
  text.replace(
    /\b[a-z-]{1,20}:\/\/[^\s/"'()]{1,255}(\/[^\s?#"'():]*)?(?:[?#][^\s"'():]*)?/gi,
    (_all, path: string = "/") => (path.startsWith("/assets/") ? path : maskPath(path)),
  );

const maskNames = (text: string): string =>
  text
    .replace(/[^\s@"'<>()]{1,64}@[^\s@"'<>():/.]{1,64}\.[^\s@"'<>():/]{1,128}/g, "…")
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/gi, ":id");

/**
 * A message in one line. Browsers quote what they could not read, as `"Ada Lovelace" is not valid JSON`: quoted text is left
 * out, but for the names of properties.
 */
export const maskMessage = (message: string): string =>
  maskNames(maskLinks(message.slice(0, 2000)))
    .replace(/(property )?"[^"]*"/g, (all, name?: string) => (name ? all : '"…"'))
    .replace(/(^|\W)'([^']*)'/g, (all, before: string, text: string) =>
      /^[\w$.#-]{0,40}$/.test(text) && !/\d{3}/.test(text) ? all : `${before}'…'`,
    )
    .replace(/\+?\d[\d ().-]{5,}\d|\d{4,}/g, "…")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, errorMessageMax);

/** The frames of a stack, each as the browser names it; the message before them is left out. */
export const maskStack = (stack: string): string =>
  maskNames(maskLinks(stack.slice(0, 4000)))
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /:\d+:\d+\)?$/.test(line))
    .slice(0, framesMax)
    .join("\n")
    .slice(0, errorStackMax);

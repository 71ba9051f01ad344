/*
 * Removes personal data from client errors: in the browser, and again in the worker, because reports are untrusted.
 * The text is cut first and most repetitions in patterns are bounded, so that hostile text takes little time.
 */

export const errorMessageMax = 300;
export const errorStackMax = 2000;
const framesMax = 12;

/** Replaces every part that is not a lower-case word by `:id`, and cuts long paths. */
export const maskPath = (path: string): string =>
  path
    .split("/")
    .slice(0, 8)
    .map((part) => (/^[a-z-]{0,24}$/.test(part) ? part : ":id"))
    .join("/");

/** URLs of our scripts keep their path. */
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
 * Browsers quote unparsable input, as in `"Ada Lovelace" is not valid JSON`, so quoted text other than property names
 * is removed.
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

export const maskStack = (stack: string): string =>
  maskNames(maskLinks(stack.slice(0, 4000)))
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /:\d+:\d+\)?$/.test(line))
    .slice(0, framesMax)
    .join("\n")
    .slice(0, errorStackMax);

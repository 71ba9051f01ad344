const entities: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&#39;": "'",
};
const unescapeHtml = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#x27|#39);/g, (each) => entities[each] ?? each);
const attribute = (tag: string, name: string): string | undefined => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : unescapeHtml(value);
};

/** The fields that a page's forms would send, as in a browser: without buttons and unchecked boxes. */
export function readControls(html: string): [name: string, value: string][] {
  const [, main = html] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? [];
  const controls = main.matchAll(/<input[^>]*>|<textarea[^>]*>[^<]*<\/textarea>|<select[^>]*>.*?<\/select>/gs);
  return [...controls].flatMap(([tag]): [string, string][] => {
    const name = attribute(tag, "name");
    if (name === undefined) return [];
    if (tag.startsWith("<textarea")) return [[name, unescapeHtml(/>([^<]*)</.exec(tag)?.[1] ?? "").replace(/^\n/, "")]];
    if (tag.startsWith("<select")) {
      const options = [...tag.matchAll(/<option[^>]*>/g)].map(([option]) => option);
      const selectedOption = options.find((option) => /\sselected/.test(option)) ?? options[0];
      return selectedOption === undefined ? [] : [[name, attribute(selectedOption, "value") ?? ""]];
    }
    const isBox = /type="(checkbox|radio)"/.test(tag);
    return isBox && !/\schecked/.test(tag) ? [] : [[name, attribute(tag, "value") ?? (isBox ? "on" : "")]];
  });
}

export const overrideControls = (
  controls: readonly (readonly [string, string])[],
  overrides: Record<string, string>,
): [name: string, value: string][] => [
  ...controls.filter(([name]) => !(name in overrides)).map(([name, value]): [string, string] => [name, value]),
  ...Object.entries(overrides),
];

import { CommandError } from "../target.ts";

/**
 * Sets a key in the text of a TOML file; everything else stays, except comments within the key's old value and on its
 * lines. `value` is TOML. Section "" is the part above the first section; a missing section is added at the end.
 * @throws CommandError if the file has the section or the key in another form, such as an inline table
 */
export function setInToml(text: string, section: string, key: string, value: string): string {
  const lines = splitLines(text);
  const otherForm = findOtherForm(lines, section, key);
  if (otherForm !== undefined) {
    throw new CommandError(
      `wrangler.toml has \`${otherForm}\`, which setup cannot edit: set ${joinPath(section, key)} there to ${value} by hand.`,
    );
  }
  const header = section === "" ? -1 : lines.findIndex((line) => headerOf(line) === `[${section}]`);
  if (section !== "" && header < 0) return `${text.trimEnd()}\n\n[${section}]\n${key} = ${value}\n`;
  const next = lines.findIndex((line, i) => i > header && headerOf(line) !== undefined);
  const end = next < 0 ? lines.length : next;
  const at = lines.findIndex((line, i) => i > header && i < end && keyOf(line) === key);
  if (at >= 0) lines[at] = `${key} = ${value}`;
  else lines.splice(section === "" ? findEndOfTop(lines, end) : header + 1, 0, `${key} = ${value}`);
  return lines.join("\n");
}

/** The line where top-level settings end, before the comment of the first section. */
function findEndOfTop(lines: string[], end: number): number {
  const last = lines.slice(0, end).findLastIndex((line) => keyOf(line) !== undefined);
  return last + 1;
}

/** Comments and strings, whose brackets do not count, then brackets and ends of lines. */
const tokens = /#.*|"""(?:\\[\s\S]|[^\\])*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|[[\]{}\n]/g;

/** A value that continues over several lines is one of them, together with its key. */
function splitLines(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === "[" || token === "{") depth += 1;
    if (token === "]" || token === "}") depth -= 1;
    if (token !== "\n" || depth > 0) continue;
    lines.push(text.slice(start, index));
    start = index + 1;
  }
  return [...lines, text.slice(start)];
}

/** `[section]` or `[[section]]`. */
const headerOf = (line: string): string | undefined => /^\s*(\[+[^\]]*\]+)/.exec(line)?.[1]?.replaceAll(/\s/g, "");

/** The key of a setting, with dots if it has several parts. */
const keyOf = (line: string): string | undefined => /^\s*([\w\s."'-]+?)\s*=/.exec(line)?.[1]?.replaceAll(/[\s"']/g, "");

const joinPath = (section: string, key: string): string => (section === "" ? key : `${section}.${key}`);

const isWithin = (path: string, parent: string): boolean =>
  parent === "" || path === parent || path.startsWith(`${parent}.`);

/** The first line of what would define the key or its section twice, if it were added: a table or a dotted key. */
function findOtherForm(lines: string[], section: string, key: string): string | undefined {
  let table = "";
  for (const line of lines) {
    const header = headerOf(line);
    const name = keyOf(line);
    let isOtherForm = false;
    if (header !== undefined) {
      table = header.replaceAll(/[[\]]/g, "");
      isOtherForm = isWithin(table, joinPath(section, key));
    } else if (name !== undefined && !isWithin(table, section)) {
      const path = joinPath(table, name);
      isOtherForm = isWithin(path, section) || isWithin(section, path);
    }
    if (isOtherForm) return line.trim().split("\n")[0];
  }
  return undefined;
}

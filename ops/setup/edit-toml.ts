/**
 * Sets a key in the text of a TOML file; everything else stays, except a comment on the key's own line. `value` is
 * TOML. Section "" is the part above the first section; a missing section is added at the end.
 */
export function setInToml(text: string, section: string, key: string, value: string): string {
  const lines = text.split("\n");
  const isHeader = (line: string) => line.startsWith("[");
  const header = section === "" ? -1 : lines.indexOf(`[${section}]`);
  if (section !== "" && header < 0) return `${text.trimEnd()}\n\n[${section}]\n${key} = ${value}\n`;
  const next = lines.findIndex((line, i) => i > header && isHeader(line));
  const end = next < 0 ? lines.length : next;
  const at = lines.findIndex((line, i) => i > header && i < end && new RegExp(`^${key}\\s*=`).test(line));
  if (at >= 0) lines[at] = `${key} = ${value}`;
  else lines.splice(section === "" ? findEndOfTop(lines, end) : header + 1, 0, `${key} = ${value}`);
  return lines.join("\n");
}

/** The line where top-level settings end, before the comment of the first section. */
function findEndOfTop(lines: string[], end: number): number {
  const last = lines.slice(0, end).findLastIndex((line) => /^\w/.test(line));
  return last + 1;
}

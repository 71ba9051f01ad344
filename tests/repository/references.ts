import { parseSync } from "oxc-parser";

/** A requirement's code in a text: O-007, or one of T, F, M and a number. */
const code = /\b(?:O-\d{3}|[TFM]\d{1,2})\b/g;
/** "O-046 to O-048" includes the numbers in between. */
const range = /\bO-(\d{3}) to O-(\d{3})\b/g;

/** The texts of a file's comments. */
export const commentsOf = (file: string, source: string): string[] =>
  /\.[cm]?[jt]sx?$/.test(file)
    ? parseSync(file, source).comments.map(({ value }) => value)
    : [...source.matchAll(file.endsWith(".css") ? /\/\*[\s\S]*?\*\//g : /^\s*\/\/.*$/gm)].map(([text]) => text);

/** The requirements that a file's comments name, and the M that starts the name of a check. */
export function requirementsIn(file: string, source: string): string[] {
  const text = commentsOf(file, source).join("\n");
  const between = [...text.matchAll(range)].flatMap(([, first, last]) =>
    Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, at) => `O-${String(Number(first) + at).padStart(3, "0")}`,
    ),
  );
  const named = [...source.matchAll(/"(M\d{1,2}) /g)].flatMap(([, name]) => name ?? []);
  return [...new Set([...[...text.matchAll(code)].map(([name]) => name), ...between, ...named])];
}

/** References in comments to a document or a numbered section that does not exist, or to a tracker. */
export const findDeadReferences = (file: string, source: string, isHere: (path: string) => boolean): string[] =>
  commentsOf(file, source).flatMap((comment) => [
    ...[...comment.matchAll(/[\w./-]+\.md\b/g)].map(([path]) => path).filter((path) => !isHere(path)),
    ...[...comment.matchAll(/(?<!RFC \d+ )\bsections? \d+(\.\d+)*|\bissue \d+/g)].map(([text]) => text),
  ]);

/** The files that a file's comments name, by their name or the end of their path. */
export const filesIn = (file: string, source: string): string[] =>
  commentsOf(file, source).flatMap((comment) =>
    [...comment.matchAll(/[\w./-]*\w\.(?:tsx?|mjs|css|toml)\b/g)].map(([path]) => path.replace(/^(\.+\/)+/, "")),
  );

const folders = /^(?:worker|routes|islands|db|docs|ops|migrations|sandbox|tests|tools|\.ci|\.github)\//;
const roots =
  /^(?:package\.json|package-lock\.json|wrangler\.toml|tsconfig\.json|vite\.config\.ts|\.[a-z]+rc\.json|\.editorconfig)$/;

/** The repository paths in a document: in backticks or link targets. `<name>` matches any name. */
export function pathsIn(document: string): string[] {
  const quoted = [...document.matchAll(/`([^`\s]+)`/g)].map(([, text = ""]) => text);
  const linked = [...document.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map(([, text = ""]) => text);
  return [...new Set([...quoted.filter((text) => folders.test(text) || roots.test(text)), ...linked])].map((path) =>
    path.replaceAll(/<[^>]+>/g, "*").replace(/\/$/, ""),
  );
}

/** The scripts that a document mentions. */
export const scriptsIn = (document: string): string[] => [
  ...new Set([...document.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = ""]) => name)),
];

/** The code names in a document's backticks, with or without arguments; `listX` matches any name with that prefix. */
export const namesIn = (document: string): string[] => [
  ...new Set(
    [...document.matchAll(/`([A-Za-z_]{4,})(?:\([^`]*\))?`/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !/^[a-z]+X$/.test(name)),
  ),
];

import { parseSync } from "oxc-parser";

/** A requirement's code in a text: O-007, or T, F or M with a number. */
const code = /\b(?:O-\d{3}|[TFM]\d{1,2})\b/g;
/** A range such as "O-046 to O-048", which includes the numbers between. */
const range = /\bO-(\d{3}) to O-(\d{3})\b/g;

export const findCommentTexts = (file: string, source: string): string[] =>
  /\.[cm]?[jt]sx?$/.test(file)
    ? parseSync(file, source).comments.map(({ value }) => value)
    : [...source.matchAll(file.endsWith(".css") ? /\/\*[\s\S]*?\*\//g : /^\s*\/\/.*$/gm)].map(([text]) => text);

/** Requirements that a file's comments name, and M codes at the start of invariants' names. */
export function findRequirements(file: string, source: string): string[] {
  const text = findCommentTexts(file, source).join("\n");
  const rangeCodes = [...text.matchAll(range)].flatMap(([, first, last]) =>
    Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, at) => `O-${String(Number(first) + at).padStart(3, "0")}`,
    ),
  );
  const invariantCodes = [...source.matchAll(/"(M\d{1,2}) /g)].flatMap(([, name]) => name ?? []);
  return [...new Set([...[...text.matchAll(code)].map(([name]) => name), ...rangeCodes, ...invariantCodes])];
}

/** References in comments to missing documents, to numbered sections, or to an issue tracker. */
export const findDeadReferences = (file: string, source: string, isHere: (path: string) => boolean): string[] =>
  findCommentTexts(file, source).flatMap((comment) => [
    ...[...comment.matchAll(/[\w./-]+\.md\b/g)].map(([path]) => path).filter((path) => !isHere(path)),
    ...[...comment.matchAll(/(?<!RFC \d+ )\bsections? \d+(\.\d+)*|\bissue \d+/g)].map(([text]) => text),
  ]);

/** File names in a file's comments, without leading `./` and `../`. */
export const findFileNames = (file: string, source: string): string[] =>
  findCommentTexts(file, source).flatMap((comment) =>
    [...comment.matchAll(/[\w./-]*\w\.(?:tsx?|mjs|css|toml)\b/g)].map(([path]) => path.replace(/^(\.+\/)+/, "")),
  );

const folders = /^(?:worker|routes|islands|db|docs|ops|migrations|sandbox|tests|tools|\.ci|\.github)\//;
const roots =
  /^(?:package\.json|package-lock\.json|wrangler\.toml|tsconfig\.json|vite\.config\.ts|\.[a-z]+rc\.json|\.editorconfig)$/;

/** Repository paths in a document: in backticks or link targets. `<name>` matches any name. */
export function findPaths(document: string): string[] {
  const quotedTexts = [...document.matchAll(/`([^`\s]+)`/g)].map(([, text = ""]) => text);
  const linkTargets = [...document.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map(
    ([, text = ""]) => text,
  );
  return [...new Set([...quotedTexts.filter((text) => folders.test(text) || roots.test(text)), ...linkTargets])].map(
    (path) => path.replaceAll(/<[^>]+>/g, "*").replace(/\/$/, ""),
  );
}

export const findScripts = (document: string): string[] => [
  ...new Set([...document.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = ""]) => name)),
];

/** Code names in a document's backticks, with or without arguments, except patterns such as `listX`. */
export const findCodeNames = (document: string): string[] => [
  ...new Set(
    [...document.matchAll(/`([A-Za-z_]{4,})(?:\([^`]*\))?`/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !/^[a-z]+X$/.test(name)),
  ),
];

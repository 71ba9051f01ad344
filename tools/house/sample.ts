import { createHash } from "node:crypto";
import { parseSync, Visitor } from "oxc-parser";

export type SourceLocation = { file: string; line: number; text: string };

/** An identifier, or with `left` a parameter that has a default. */
type Pattern = { type: string; start: number; name?: string; left?: Pattern };

const lineAt = (source: string, offset: number) => source.slice(0, offset).split("\n").length;

export const findComments = (file: string, source: string): SourceLocation[] =>
  parseSync(file, source).comments.map(({ start, value }) => ({
    file,
    line: lineAt(source, start),
    text: value
      .replaceAll(/\s*\n\s*\*?\s*/g, " ")
      .replace(/^\*/, "")
      .trim(),
  }));

/** Functions, variables, parameters, types and classes; names inside patterns are not counted. */
export function findNames(file: string, source: string): SourceLocation[] {
  const locations: SourceLocation[] = [];
  const add = (pattern: Pattern | null) => {
    const id = pattern?.left ?? pattern;
    if (id?.type === "Identifier" && id.name) locations.push({ file, line: lineAt(source, id.start), text: id.name });
  };
  const addFunction = ({ id, params }: { id: Pattern | null; params: readonly object[] }) => {
    add(id);
    for (const param of params) add(param as Pattern);
  };
  const visitor = new Visitor({
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    VariableDeclarator: ({ id }) => add(id),
    TSTypeAliasDeclaration: ({ id }) => add(id),
    TSInterfaceDeclaration: ({ id }) => add(id),
    ClassDeclaration: ({ id }) => add(id),
  });
  visitor.visit(parseSync(file, source).program);
  return locations;
}

/** Draws by a hash of each location, so that other files do not change a location's place in the draw. */
export function drawSample(locations: readonly SourceLocation[], seed: string, size: number): SourceLocation[] {
  const locationsByKey = new Map(locations.map((place) => [drawKey(seed, place), place]));
  return [...locationsByKey.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, size)
    .map(([, place]) => place)
    .toSorted((one, other) => one.file.localeCompare(other.file) || one.line - other.line);
}

const drawKey = (seed: string, { file, line, text }: SourceLocation) =>
  createHash("sha256").update(`${seed} ${file} ${line} ${text}`).digest("hex");

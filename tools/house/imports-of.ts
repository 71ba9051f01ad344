import { dirname, join } from "node:path";
import { parseSync } from "oxc-parser";

/** An import or re-export; `target` is a path in the repository or a package's name. */
export type Import = { from: string; target: string; isType: boolean; isDynamic: boolean };

export function parseImports(file: string, source: string): Import[] {
  const { module, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const toImport = (name: string, isType: boolean, isDynamic = false): Import => ({
    from: file,
    target: name.startsWith(".") ? join(dirname(file), name) : name,
    isType,
    isDynamic,
  });
  const imports = module.staticImports.map(({ moduleRequest, entries }) =>
    toImport(moduleRequest.value, entries.length > 0 && entries.every((entry) => entry.isType)),
  );
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.moduleRequest ? [toImport(entry.moduleRequest.value, entry.isType)] : [])),
  );
  // An expression, such as the address of a built script, names no file of the repository.
  const isText = ({ moduleRequest }: { moduleRequest: { start: number } }) =>
    /["'`]/.test(source[moduleRequest.start] ?? "");
  const dynamic = module.dynamicImports
    .filter(isText)
    .map(({ moduleRequest }) =>
      toImport(source.slice(moduleRequest.start, moduleRequest.end).replace(/^["'`]|["'`]$/g, ""), false, true),
    );
  return [...imports, ...exports, ...dynamic];
}

import { parseSync } from "oxc-parser";
import { join, dirname } from "node:path";

/** Text of each file by its path. */
export type Sources = ReadonlyMap<string, string>;

type NamedImport = { target: string; names: string[] };

/** Files whose change can break any test. */
const affectsEverything =
  /^(db|sandbox|migrations|worker\/(http|html|gateways)|tests\/support|tools\/vite)\/|^worker\/[^/]+$|^[^/]+\.(json|ts|toml)$|^tests\/vitest/;
/** Tests that always run, because they take only seconds. */
const structureTests = /^tests\/(repository\/|domain\/(import-table|circles|who-writes)\.|contract\/names\.)/;
/** Files that are read rather than imported, and the tests that depend on them. */
const readers: readonly [changed: RegExp, tests: RegExp][] = [
  [
    /\.md$|^docs\/|^\.github\//,
    /^tests\/(repository\/|domain\/who-writes\.|ops\/(guide|restricted-key|runbooks|doctor))/,
  ],
  [/\.(css|svg|webmanifest)$|^islands\/[^/]+\.ts$/, /^tests\/(e2e|http\/(pages|weight))\//],
  [/^routes\/docs\/examples\//, /^tests\/contract\/docs\//],
  // commands run as processes of their own
  [/^ops\//, /^tests\/ops\//],
];

const isTest = (file: string) => /^tests\/.*\.test\.tsx?$/.test(file);
const isContract = (file: string) => file.startsWith("worker/contract/v1/");
const isModuleIndex = (file: string) => /^worker\/domain\/[a-z]+\/index\.ts$/.test(file);

/**
 * The tests that changed files can break. A test depends on its imports, on the screens whose paths it names, and on
 * the use cases of the calls that it imports: functions with a call's name or in its handler.
 */
export function affectedTests(changed: readonly string[], sources: Sources): string[] {
  const tests = [...sources.keys()].filter(isTest).toSorted();
  if (changed.length === 0) return [];
  if (changed.some((file) => affectsEverything.test(file) && !file.endsWith(".md"))) return tests;
  const graph = graphs.get(sources) ?? new Graph(sources);
  graphs.set(sources, graph);
  const isReader = (test: string) =>
    readers.some(([files, readBy]) => readBy.test(test) && changed.some((file) => files.test(file)));
  return tests.filter(
    (test) =>
      structureTests.test(test) || isReader(test) || changed.some((file) => graph.dependenciesOf(test).has(file)),
  );
}

/** Graphs by sources, because parsing the repository takes seconds. */
const graphs = new WeakMap<Sources, Graph>();

class Graph {
  readonly #sources: Sources;
  readonly #imports = new Map<string, NamedImport[]>();
  readonly #closures = new Map<string, Set<string>>();
  readonly #exports = new Map<string, string>();
  /** Identifiers in the handlers of `routes/v1`, by the name of the call. */
  readonly #handlers = new Map<string, readonly string[]>();

  constructor(sources: Sources) {
    this.#sources = sources;
    for (const index of [...sources.keys()].filter(isModuleIndex))
      for (const { target, names } of this.#importsOf(index)) for (const name of names) this.#exports.set(name, target);
    for (const [file, text] of sources)
      if (file.startsWith("routes/v1/"))
        for (const handler of text.split(/^ {2}(?=\w+: )/m).slice(1)) {
          const [call = "", ...words] = handler.match(/\w+/g) ?? [];
          this.#handlers.set(call, words);
        }
  }

  dependenciesOf(test: string): Set<string> {
    const known = this.#closures.get(test);
    if (known) return known;
    const starts = [test, ...this.#useCasesOf(test), ...this.#screensOf(test)];
    const all = new Set<string>();
    const queue = [...starts];
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      if (all.has(file) || !this.#sources.has(file)) continue;
      all.add(file);
      queue.push(...this.#targetsOf(file));
    }
    this.#closures.set(test, all);
    return all;
  }

  /** Imports from a module's index resolve to the defining files. */
  #targetsOf(file: string): string[] {
    if (isModuleIndex(file)) return [];
    return this.#importsOf(file).flatMap(({ target, names }) =>
      isModuleIndex(target)
        ? [
            target,
            ...names.flatMap((name) => (name === "*" ? this.#moduleOf(target) : (this.#exports.get(name) ?? []))),
          ]
        : [target],
    );
  }

  #moduleOf(index: string): string[] {
    return this.#importsOf(index).map(({ target }) => target);
  }

  #useCasesOf(test: string): string[] {
    const calls = this.#importsOf(test).filter(({ target }) => isContract(target));
    const words = calls.flatMap(({ names }) => names.flatMap((name) => [name, ...(this.#handlers.get(name) ?? [])]));
    return words.flatMap((word) => this.#exports.get(word) ?? []);
  }

  #screensOf(test: string): string[] {
    const text = this.#sources.get(test) ?? "";
    const paths = [...text.matchAll(/["'`](?:\/(portal|admin|store|docs|design))(?:\/([a-z-]+))?/g)];
    return paths.flatMap(([, area = "", screen = ""]) => {
      const files = [...this.#sources.keys()];
      const own = files.filter((file) => file.startsWith(`routes/${area}/${screen}`));
      return own.length > 0 ? own : files.filter((file) => file.startsWith(`routes/${area}/`));
    });
  }

  #importsOf(file: string): NamedImport[] {
    const known = this.#imports.get(file);
    if (known) return known;
    const imports = readImports(file, this.#sources.get(file) ?? "");
    this.#imports.set(file, imports);
    return imports;
  }
}

/** The name `*` means a namespace, a side effect or a dynamic import. */
function readImports(file: string, source: string): NamedImport[] {
  const { module } = parseSync(file, source);
  const toImport = (target: string, names: string[]): NamedImport[] =>
    target.startsWith(".") ? [{ target: join(dirname(file), target), names }] : [];
  const nameOf = ({ name, kind }: { name: string | null; kind: string }) => (kind === "Name" ? (name ?? "*") : "*");
  return [
    ...module.staticImports.flatMap(({ moduleRequest, entries }) =>
      toImport(moduleRequest.value, entries.length === 0 ? ["*"] : entries.map(({ importName }) => nameOf(importName))),
    ),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, exportName }) =>
        moduleRequest ? toImport(moduleRequest.value, [nameOf(exportName)]) : [],
      ),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) =>
      toImport(source.slice(moduleRequest.start, moduleRequest.end).replace(/^["'`]|["'`]$/g, ""), ["*"]),
    ),
  ];
}

// `npm run new -- GET /v1/client/saved-carts listSavedCarts sales/carts` adds the route, and stubs of contract, use
// case, test and access row. Stubs compile, but tests fail until each is filled in. `--screen` adds a page that
// shows the list, in a folder of its own; `--screen=people` adds it to the folder `people`.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  contractImports,
  buildContract,
  type NewCall,
  parseCall,
  buildRow,
  buildScreen,
  screenName,
  buildTest,
  toCamel,
  toKebab,
  buildUseCase,
} from "./call.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const writtenPaths: string[] = [];
const pagePaths = "worker/contract/page-paths.ts";

/** For a new file, `change` gets an empty text. */
function write(path: string, change: (text: string) => string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, change(existsSync(file) ? readFileSync(file, "utf8") : ""));
  writtenPaths.push(path);
}

function withImport(text: string, names: string[], from: string): string {
  const existingImport = new RegExp(`import \\{([^}]*)\\} from "${from.replaceAll(".", "\\.")}";`).exec(text);
  if (!existingImport) return `import { ${names.join(", ")} } from "${from}";\n${text}`;
  const existingNames = (existingImport[1] ?? "").split(",").map((name) => name.trim());
  const all = [...new Set([...existingNames, ...names])].filter((name) => name !== "");
  return text.replace(existingImport[0], `import { ${all.join(", ")} } from "${from}";`);
}

const beforeEnd = (text: string, end: string, line: string): string => {
  const at = text.lastIndexOf(end);
  return text.slice(0, at) + line + text.slice(at);
};

/** Adds an export in the order of file names, without moving other lines. */
const withExport = (line: string) => (text: string) => {
  if (text.includes(line)) return text;
  const fileOf = (statement: string) => /from "\.\/([^"]+)";/.exec(statement)?.[1] ?? "";
  const statements = text.match(/^export [^;]*;\n/gm) ?? [];
  const previous = statements.findLast((each) => fileOf(each) < fileOf(line));
  return previous ? text.replace(previous, `${previous}${line}\n`) : `${text}${line}\n`;
};

const serveAllStart = (file: string) => `export const ${toCamel(file)} = serveAll(`;

/** The file that already serves the contract module, else one that serves other contracts of the domain module. */
function findRoutesFile({ area, file, module }: NewCall): string | undefined {
  const paths = globSync(`routes/v1/${area}/*.ts`, { cwd: root });
  const findFileWith = (text: string) => paths.find((path) => readFileSync(join(root, path), "utf8").includes(text));
  return findFileWith(serveAllStart(file)) ?? findFileWith(`worker/domain/${module}/index.ts"`);
}

/** Adds the route, unless the file already serves the module's whole public API. */
function withRoute(text: string, { area, file, useCase, module }: NewCall, up: string): string {
  const textAfterStart = text.split(serveAllStart(file))[1];
  const block = textAfterStart?.split(/\n\}?\);/)[0] ?? "";
  if (block.includes(`...${toCamel(module)},`)) return text;
  if (textAfterStart !== undefined && !/^\s*contract\.\w+,\s*\{/.test(textAfterStart)) return text;
  const publicApi = `${up}worker/domain/${module}/index.ts`;
  const [, moduleAlias] =
    new RegExp(`import \\* as (\\w+) from "${publicApi.replaceAll(".", "\\.")}";`).exec(text) ?? [];
  if (moduleAlias && textAfterStart === undefined)
    return `${text}\n${serveAllStart(file)}contract.${toCamel(file)}, ${moduleAlias});\n`;
  const fromDomain = withImport(text, [useCase], publicApi);
  if (textAfterStart !== undefined) {
    const [before = "", after = ""] = fromDomain.split(serveAllStart(file));
    return `${before}${serveAllStart(file)}${after.replace("{", `{ ${useCase},`)}`;
  }
  const imported = withImport(fromDomain, ["serveAll"], `${up}worker/http/serve.ts`);
  const contracts = `import * as contract from "${up}worker/contract/v1/${area}/index.ts";\n`;
  const withContracts = imported.includes(contracts) ? imported : contracts + imported;
  return `${withContracts}\n${serveAllStart(file)}contract.${toCamel(file)}, { ${useCase} });\n`;
}

/** Adds the address below the last one of its area. */
const withAddress = (text: string, name: string, path: string): string => {
  const area = path.split("/")[1];
  const last = text.match(new RegExp(`^export const \\w+ = "/${area}/.*;\n`, "gm"))?.at(-1) ?? "";
  return text.replace(last, () => `${last}export const ${name} = "${path}";\n`);
};

/** Adds the page to the end of the file's list of routes. */
const withPage = (text: string, name: string): string =>
  text.replace(
    /(export const \w+(?:: Route\[\])? = \[[^\]]*?),?(\s*\];)/,
    (_, list, end) => `${list}, ...${name}${end}`,
  );

/** Returns the files that need to be filled in. */
function writeScreen(call: NewCall, { root: area, folder }: NonNullable<NewCall["screen"]>): string[] {
  const { path, name } = screenName(call);
  const index = folder === undefined ? `${area}/index.ts` : `${area}/${folder}/index.ts`;
  write(pagePaths, (text) => withAddress(text, name, path));
  const screen = `${area}/${folder ?? call.file}/${call.file}.tsx`;
  write(screen, () => buildScreen(call));
  const fromIndex = folder === undefined ? `./${call.file}/${call.file}.tsx` : `./${call.file}.tsx`;
  write(index, (text) => withPage(withImport(text, [`${name}List`], fromIndex), `${name}List`));
  return [screen];
}

try {
  const call = parseCall(process.argv.slice(2));
  const { area, file, useCase, module, folder } = call;
  const areas = `worker/contract/v1/${area}/index.ts`;
  const publicApi = `worker/domain/${module}/index.ts`;
  for (const path of [areas, publicApi])
    if (!existsSync(join(root, path))) throw new Error(`${path} is not there: create the area or the module first.`);
  const contract = `worker/contract/v1/${area}/${file}.ts`;
  if (
    existsSync(join(root, contract)) &&
    readFileSync(join(root, contract), "utf8").includes(`export const ${useCase} `)
  )
    throw new Error(`${useCase} is in ${contract} already.`);
  const page = call.screen && screenName(call);
  if (page && readFileSync(join(root, pagePaths), "utf8").includes(`export const ${page.name} =`))
    throw new Error(`pages.${page.name} is in ${pagePaths} already: leave --screen out.`);
  const { folder: pageFolder } = call.screen ?? {};
  if (pageFolder !== undefined && !existsSync(join(root, `${call.screen?.root}/${pageFolder}/index.ts`)))
    throw new Error(`${call.screen?.root}/${pageFolder}/index.ts is not there: name another folder, or none.`);

  write(contract, (text) => {
    const imported = contractImports(call).reduce((had, [names, from]) => withImport(had, names, from), text);
    const isNew = !imported.includes('from "zod/mini"') && buildContract(call).includes("z.");
    return `${isNew ? 'import * as z from "zod/mini";\n' : ""}${imported}${buildContract(call)}`;
  });
  const useCaseFile = `worker/domain/${folder}/${toKebab(useCase)}.ts`;
  write(useCaseFile, () => buildUseCase(call));
  const fromIndex = useCaseFile.slice(`worker/domain/${module}/`.length);
  write(publicApi, withExport(`export { ${useCase} } from "./${fromIndex}";`));
  const routes = existsSync(join(root, `routes/v1/${area}.ts`))
    ? `routes/v1/${area}.ts`
    : (findRoutesFile(call) ?? `routes/v1/${area}/${module}.ts`);
  write(routes, (text) => withRoute(text, call, "../".repeat(routes.split("/").length - 1)));
  const line = `export * as ${toCamel(file)} from "./${file}.ts";`;
  write(areas, withExport(line));
  if (routes.endsWith(`${area}/${module}.ts`))
    write(`routes/v1/${area}/index.ts`, withExport(`export * from "./${module}.ts";`));
  const rows = `tests/contract/calls/${area}.ts`;
  write(rows, (text) => beforeEnd(text, "};", buildRow(call)));
  const screens = call.screen ? writeScreen(call, call.screen) : [];
  const test = `tests/v1/${area}/${file}.test.ts`;
  write(test, (text) => withImport(text, ["expect", "test"], "vitest") + buildTest(call));

  spawnSync(join(root, "node_modules/.bin/oxfmt"), writtenPaths, { cwd: root });
  const stubs = [contract, rows, test, useCaseFile, ...screens];
  const linesOf = (paths: string[]) => paths.map((path) => `  ${path}\n`).join("");
  const owner = area === "admin" ? "\nIts access is the owner's alone until you decide otherwise.\n" : "";
  const guides = call.screen ? "docs/guides/call.md and docs/guides/screen.md say" : "docs/guides/call.md says";
  console.log(`Fill in, as ${guides}:\n${linesOf(stubs)}
Complete:\n${linesOf(writtenPaths.filter((path) => !stubs.includes(path)))}${owner}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

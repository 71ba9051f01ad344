export type NewCall = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  useCase: string;
  module: string;
  /** Below `worker/domain/`: the module, or a folder in it. */
  folder: string;
  area: string;
  /** Name of contract and test; also the export name of the routes. */
  file: string;
  /** Where to add the page of the list; undefined without `--screen`. */
  screen?: Screens;
};

/** `folder` is an existing folder of `root` that gets the page; undefined gives the page a folder of its own. */
type Screens = { root: string; folder: string | undefined };

const screenRoots: Record<string, string> = { admin: "routes/admin", client: "routes/portal" };

const usage =
  "npm run new -- GET /v1/client/saved-carts listSavedCarts sales/carts [--screen[=folder of the page, such as people]]";

/** Throws an error whose message is for the user. */
export function parseCall(args: string[]): NewCall {
  const [method, path = "", useCase = "", folder = ""] = args.filter((word) => !word.startsWith("--"));
  const [, area, file] = /^\/v1\/([a-z]+)\/([a-z-]+)(?:\/|$)/.exec(path) ?? [];
  const isMethod = method === "GET" || method === "POST" || method === "PUT" || method === "DELETE";
  const [, module] = /^([a-z-]+)(?:\/[a-z-]+)?$/.exec(folder) ?? [];
  if (!isMethod || !area || !file || !/^[a-z]+[A-Z]\w*$/.test(useCase) || !module)
    throw new Error(`Name method, path, function and domain module, for example: ${usage}`);
  const call: NewCall = { method, path, useCase, module, folder, area, file };
  const option = args.find((word) => /^--screen(=|$)/.test(word));
  if (option === undefined) return call;
  const root = screenRoots[area];
  if (!root || !isList(call) || path !== `/v1/${area}/${file}`)
    throw new Error("--screen is for a list of the console or the portal, such as GET /v1/admin/gadgets listGadgets.");
  return { ...call, screen: { root, folder: option.split("=")[1] } };
}

export const toKebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
export const toCamel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Only owners may use a console call until its area is decided. */
const accessFor = ({ area, method }: NewCall): string => {
  if (area === "admin") return method === "GET" ? "settings:read" : "settings:act";
  return area === "sso" ? "public" : "session";
};
const paramNames = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
const parameters = (path: string) =>
  paramNames(path)
    .map((name) => `${name}: uuid()`)
    .join(", ");
const isList = ({ method, useCase }: Pick<NewCall, "method" | "useCase">) =>
  method === "GET" && useCase.startsWith("list");
const hasBody = ({ method }: NewCall) => method === "POST" || method === "PUT";

/** The contract has a placeholder as summary, which a test refuses. */
export const buildContract = (call: NewCall): string => `
export const ${call.useCase} = endpoint({
  method: "${call.method}",
  path: "${call.path}",
  access: "${accessFor(call)}",
${parameters(call.path) ? `  params: z.object({ ${parameters(call.path)} }),\n` : ""}${isList(call) ? `  query: z.object(listQuery(["created_at"])),\n` : ""}${hasBody(call) ? "  body: z.object({}),\n" : ""}  status: 200,
  reply: ${isList(call) ? "listReply(z.object({ id: z.string() }))" : "emptyReply"},
  errors: [],
  tag: "New",
  summary: "New",
});
`;

export const contractImports = (call: NewCall): [names: string[], from: string][] => [
  [
    [isList(call) ? "endpoint" : "emptyReply", "endpoint"].filter((name, at, all) => all.indexOf(name) === at),
    "../../endpoint.ts",
  ],
  ...(parameters(call.path) ? [[["uuid"], "../../fields.ts"] satisfies [string[], string]] : []),
  ...(isList(call) ? [[["listQuery", "listReply"], "../../paging.ts"] satisfies [string[], string]] : []),
];

const ctxTypeFor = ({ method }: NewCall) => (method === "GET" ? "ReadCtx" : "Ctx");

const buildParameters = (call: NewCall): string =>
  [
    `_ctx: ${ctxTypeFor(call)}`,
    ...paramNames(call.path).map((name) => `_${name}: string`),
    ...(isList(call) ? ["_query: ListQuery"] : []),
    ...(hasBody(call) ? ["_body: object"] : []),
  ].join(", ");

export const buildUseCase = (call: NewCall): string => {
  const prefix = "../".repeat(call.folder.split("/").length);
  return `${isList(call) ? `import type { ListQuery } from "${prefix}../contract/paging.ts";\n` : ""}import type { ${ctxTypeFor(call)} } from "${prefix}context.ts";
${isList(call) ? `import type { Page } from "${prefix}listing.ts";\n` : ""}
/** One line: what it does, in which units, and what it throws. */
export async function ${call.useCase}(${buildParameters(call)}): Promise<${isList(call) ? "Page<{ id: string }>" : "void"}> {
  throw new Error("${call.useCase} is not written yet");
}
`;
};

/** Address of the list's page, and the name of its constant. */
export const screenName = ({ area, file }: NewCall): { path: string; name: string } => {
  const name = toCamel(file);
  return area === "admin"
    ? { path: `/admin/${file}`, name: `admin${name[0]?.toUpperCase()}${name.slice(1)}` }
    : { path: `/portal/${file}`, name };
};

/** The page's title is the file's name until a developer writes one. */
export function buildScreen(call: NewCall): string {
  const { area, file, useCase, module } = call;
  const { name } = screenName(call);
  const words = file.replaceAll("-", " ");
  const [layout, section] = area === "admin" ? ["consoleLayout", "Settings"] : ["appLayout", "Activity"];
  return `import { pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/${area}/${file}.ts";
import { ${useCase} } from "../../../worker/domain/${module}/index.ts";
import { ${layout} } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";

export const ${name}List = listRoutes({
  access: "${accessFor(call)}",
  layout: ${layout},
  section: "${section}",
  query: contract.${useCase}.query,
  load: ${useCase},
  list: {
    title: "${words[0]?.toUpperCase()}${words.slice(1)}",
    noun: ["row", "rows"],
    path: pages.${name},
    id: ({ id }) => id,
    columns: [{ label: "Id", cell: ({ id }) => id, csv: ({ id }) => id }],
    labels: { search: "Id" },
    empty: { text: "There are no rows yet." },
    has_csv: true,
  },
});
`;
}

/** The row of the access table has `?`, which a test refuses until access is decided. */
export const buildRow = ({ method, path }: NewCall): string => `  "${method} ${path}": { access: "?", may: "?" },\n`;

export const buildTest = ({ method, path, useCase }: NewCall): string => `
test("${method} ${path} meets its requirements", () => {
  expect.fail("test the requirements of ${useCase}");
});
`;

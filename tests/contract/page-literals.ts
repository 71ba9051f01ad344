import { parseSync } from "oxc-parser";
import { pages } from "../../worker/contract/pages.ts";

const areas = [...new Set(Object.values(pages).map((path) => path.split("/")[1] ?? ""))].filter((area) => area !== "");
const pageAddress = new RegExp(`(^|[\\s'"(])/(${areas.join("|")})(?![\\w-])`);

type Node = { type: string; name?: { name?: unknown }; value?: unknown };
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const textOf = ({ type, value }: Node): string | undefined => {
  if (type === "Literal" && typeof value === "string") return value;
  const isQuasi = type === "TemplateElement" && typeof value === "object" && value !== null && "raw" in value;
  return isQuasi ? String(value.raw) : undefined;
};

/** The literals of a file that spell the address of one of our pages, also inside of SQL. */
export function pageLiterals(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value) || value.type === "ImportDeclaration") return;
    const text = textOf(value);
    if (text !== undefined && pageAddress.test(text)) found.push(text.trim());
    if (isLinkHome(value)) found.push("/");
    Object.values(value).forEach(visit);
  };
  visit(program);
  return found;
}

/** `href="/"`; elsewhere a lone slash means something else. */
const isLinkHome = ({ type, name, value }: Node): boolean =>
  type === "JSXAttribute" &&
  ["href", "action", "home"].includes(String(name?.name)) &&
  isNode(value) &&
  textOf(value) === "/";

import { parseSync } from "oxc-parser";
import { pages } from "../../worker/contract/pages.ts";

const areas = [...new Set(Object.values(pages).map((path) => path.split("/")[1] ?? ""))].filter((area) => area !== "");
const pageAddress = new RegExp(`(^|[\\s'"(])/(${areas.join("|")})(?![\\w-])`);

type Node = { type: string; name?: { name?: unknown }; value?: unknown };
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const literalText = ({ type, value }: Node): string | undefined => {
  if (type === "Literal" && typeof value === "string") return value;
  const isQuasi = type === "TemplateElement" && typeof value === "object" && value !== null && "raw" in value;
  return isQuasi ? String(value.raw) : undefined;
};

/** Literals of a file that spell the path of one of our pages, including inside SQL. */
export function findPageLiterals(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const pageTexts: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value) || value.type === "ImportDeclaration") return;
    const text = literalText(value);
    if (text !== undefined && pageAddress.test(text)) pageTexts.push(text.trim());
    if (isLinkHome(value)) pageTexts.push("/");
    Object.values(value).forEach(visit);
  };
  visit(program);
  return pageTexts;
}

/** A lone slash means the home page only in a link. */
const isLinkHome = ({ type, name, value }: Node): boolean =>
  type === "JSXAttribute" &&
  ["href", "action", "home"].includes(String(name?.name)) &&
  isNode(value) &&
  literalText(value) === "/";

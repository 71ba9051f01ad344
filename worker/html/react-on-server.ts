/**
 * Replacement of React on the server, with the part of React that pages and islands use. The default build, with Preact
 * in the browser, uses this module for `react`, `react/jsx-runtime` and `react-dom/server`, because Preact's own
 * renderer took most of the time that a page needs beyond its data (ADR-075). `tests/http/react-on-server.test.ts`
 * compares the output with React's.
 */
type Props = Readonly<Record<string, unknown>>;
type Component = { (props: Props): unknown; context?: Context<unknown> };

class Element {
  readonly type: string | Component;
  readonly props: Props;
  constructor(type: string | Component, props: Props) {
    this.type = type;
    this.props = props;
  }
}

export const jsx = (type: string | Component, props: Props): Element => new Element(type, props);
export const jsxs = jsx;
export const createElement = (type: string | Component, props: Props | null, ...children: unknown[]): Element =>
  jsx(type, children.length > 0 ? { ...props, children: children.length > 1 ? children : children[0] } : (props ?? {}));
export const isValidElement = (node: unknown): node is Element => node instanceof Element;
export const Fragment: Component = ({ children }) => children;

type Context<T> = { current: T; Provider: Component };

/** Rendering is synchronous, so the innermost provider's value is simply the current one. */
export function createContext<T>(value: T): Context<T> {
  const Provider: Component = ({ children }) => children;
  const context = { current: value, Provider };
  // as: values of the context's provider have the context's type
  Provider.context = context as Context<unknown>;
  return context;
}
export const useContext = <T>(context: Context<T>): T => context.current;

const ignore = () => {};
export const useState = <T>(initial: T | (() => T)): [T, () => void] => [
  // as: React, too, treats each function as an initializer
  typeof initial === "function" ? (initial as () => T)() : initial,
  ignore,
];
export const useRef = <T>(current: T): { current: T } => ({ current });
export const useEffect = ignore;

let html = "";
/** Value of the enclosing `select`. */
let selectValue: unknown;

export function renderToString(root: unknown): string {
  const [outerHtml, outerSelectValue] = [html, selectValue];
  html = "";
  selectValue = undefined;
  try {
    write(root);
    return html;
  } finally {
    html = outerHtml;
    selectValue = outerSelectValue;
  }
}

function write(node: unknown): void {
  if (typeof node === "string") html += escape(node);
  else if (node instanceof Element) {
    if (typeof node.type === "string") writeTag(node.type, node.props);
    else if (node.type.context) writeWithin(node.type.context, node.props);
    else write(node.type(node.props));
  } else if (Array.isArray(node)) for (const child of node) write(child);
  else if (typeof node === "number") html += node;
  else if (node !== undefined && node !== null && typeof node !== "boolean")
    throw new Error(`A page cannot contain ${typeof node}`);
}

function writeWithin(context: Context<unknown>, { value, children }: Props): void {
  const outer = context.current;
  context.current = value;
  try {
    write(children);
  } finally {
    context.current = outer;
  }
}

function writeTag(type: string, props: Props): void {
  const { start, end } = tagFor(type);
  const outer = selectValue;
  const { className } = props;
  let { children } = props;
  let raw: string | undefined;
  html += start;
  for (const name in props) {
    if (name === "children" || name === "className") continue;
    const value = props[name];
    const attribute = attributeFor(name);
    if (typeof value === "string") {
      if (attribute.is_value && type === "textarea") children = value;
      else if (attribute.is_value && type === "select") selectValue = value;
      else html += value === "" ? attribute.alone : `${attribute.start}${escape(value)}"`;
    } else if (value === undefined || value === null || typeof value === "function" || attribute.is_ours) continue;
    else if (name === "dangerouslySetInnerHTML") raw = String(Reflect.get(value, "__html"));
    else if (name === "style") html += `${attribute.start}${escape(toCss(value as object))}"`; // as: React's type
    else if (typeof value === "boolean" && !attribute.is_text) html += value ? attribute.alone : "";
    else html += `${attribute.start}${escape(String(value))}"`;
  }
  // as: React's type
  if (className) html += ` class="${escape(className as string)}"`;
  if (type === "option" && selectValue !== undefined && selectValue === (props["value"] ?? children))
    html += " selected";
  if (end === undefined) {
    html += "/>";
    return;
  }
  html += ">";
  if (raw !== undefined) html += raw;
  else if (typeof children === "string") html += escape(children);
  else write(children);
  html += end;
  selectValue = outer;
}

const escapePattern = /["&<]/;
const entities: Record<string, string> = { '"': "&quot;", "&": "&amp;", "<": "&lt;" };

const escape = (text: string): string =>
  escapePattern.test(text) ? text.replace(/["&<]/g, (char) => entities[char] ?? "") : text;

type Tag = { start: string; end: string | undefined };
const tags = new Map<string, Tag>();
const voidTags = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"]);

function tagFor(type: string): Tag {
  const cached = tags.get(type);
  if (cached) return cached;
  const tag = { start: `<${requireHtmlName(type)}`, end: voidTags.has(type) ? undefined : `</${type}>` };
  tags.set(type, tag);
  return tag;
}

type Attribute = {
  start: string;
  /** Written for a value that is true or empty. */
  alone: string;
  /** Whether `true` and `false` are written as words. */
  is_text: boolean;
  is_value: boolean;
  /** Whether the prop is for React alone and never written. */
  is_ours: boolean;
};
const attributes = new Map<string, Attribute>();
const attributeNames: Record<string, string> = {
  acceptCharset: "accept-charset",
  defaultChecked: "checked",
  defaultValue: "value",
  htmlFor: "for",
  httpEquiv: "http-equiv",
};
/** Attributes of SVG that are written with dashes, or in camel case; all other attributes are written in lower case. */
const dashedPattern = /^(?:clip(?!PathU)|dominant|fill|font|stop|stroke|text(?!L))[A-Z]/;
const camelCasePattern = /^(?:viewBox|preserveAspectRatio|pathLength)$/;

const toAttributeName = (name: string): string => {
  if (camelCasePattern.test(name)) return name;
  return (attributeNames[name] ?? (dashedPattern.test(name) ? name.replace(/[A-Z]/g, "-$&") : name)).toLowerCase();
};

function attributeFor(name: string): Attribute {
  const cached = attributes.get(name);
  if (cached) return cached;
  const htmlName = requireHtmlName(toAttributeName(name));
  const attribute = {
    start: ` ${htmlName}="`,
    alone: ` ${htmlName}`,
    is_text: /^(?:aria-|data-|draggable|spellCheck|contentEditable)/.test(name),
    is_value: htmlName === "value",
    is_ours: name === "key" || name === "ref",
  };
  attributes.set(name, attribute);
  return attribute;
}

/** Names come from our code, never from users; a mistake must not become markup. */
function requireHtmlName(name: string): string {
  if (!/^[a-zA-Z][\w:-]*$/.test(name)) throw new Error(`${name} is no name of HTML`);
  return name;
}

const unitlessPattern = /^(?:flex|fontWeight|lineHeight|opacity|order|zIndex)$/;

const toCss = (style: object): string =>
  Object.entries(style)
    .filter(([, value]) => value !== undefined && value !== null && value !== "")
    .map(([name, value]) => {
      const property = name.replace(/[A-Z]/g, "-$&").toLowerCase();
      return `${property}:${value}${typeof value === "number" && value !== 0 && !unitlessPattern.test(name) ? "px" : ""}`;
    })
    .join(";");

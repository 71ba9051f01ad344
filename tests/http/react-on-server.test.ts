import * as react from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import * as own from "../../worker/html/react-on-server.ts";

type Renderer = {
  createElement: (type: unknown, props?: object | null, ...children: unknown[]) => unknown;
  createContext: (value: string) => { Provider: unknown };
  useContext: (context: unknown) => unknown;
  useState: (initial: unknown) => readonly unknown[];
  useRef: (initial: unknown) => unknown;
  useEffect: (effect: () => void) => void;
  Fragment: unknown;
};
type BuildElement = (renderer: Renderer) => unknown;

const hostileText = `"><script>alert('1')</script>&amp;<!-- `;

/** HTML in a normal form, without React's text markers and preloads. */
const normalize = (html: string) =>
  html
    .replaceAll("<!-- -->", "")
    .replaceAll(/<link [^>]*rel="preload"[^>]*>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&gt;", ">")
    .replaceAll('=""', "")
    .replaceAll(/<(\w+)((?: [\w-]+(?:="[^"]*")?)+)/g, (_, tag: string, attributes: string) => {
      const each = attributes.match(/ [\w-]+(?:="[^"]*")?/g) ?? [];
      return `<${tag}${each
        .map((one) => one.replace(/^[^=]+/, (name) => name.toLowerCase()))
        .toSorted()
        .join("")}`;
    });

const cases: Record<string, BuildElement> = {
  "hostile text": ({ createElement: h }) =>
    h("p", { title: hostileText, "data-x": hostileText, className: hostileText }, hostileText, [hostileText]),
  "nothing for empty children": ({ createElement: h }) => h("p", null, null, undefined, true, false, "", 0, -1.5),
  "lists and fragments": ({ createElement: h, Fragment }) =>
    h(Fragment, null, "a", [h("b", { key: 1 }, "b"), [h("i", { key: 2 }, "c"), " d"]], h(Fragment)),
  "void tags": ({ createElement: h }) => h("p", null, h("br"), h("img", { src: "/a", alt: "" }), h("wbr"), h("hr")),
  "flags, and words that look like flags": ({ createElement: h }) =>
    h("input", {
      disabled: true,
      readOnly: false,
      hidden: true,
      spellCheck: false,
      "aria-hidden": true,
      "aria-invalid": false,
      "data-on": true,
      draggable: true,
      defaultChecked: true,
      maxLength: 0,
      value: "",
      onInput: () => {},
    }),
  "names of React": ({ createElement: h }) =>
    h(
      "form",
      { acceptCharset: "utf-8", noValidate: true, encType: "text/plain", autoComplete: "off" },
      h("label", { htmlFor: "a", tabIndex: -1 }),
      h("button", { popoverTarget: "x", popoverTargetAction: "hide", formAction: "/a", formMethod: "dialog" }),
      h("td", { colSpan: 2, rowSpan: 3 }),
      h("time", { dateTime: "2026-01-01" }),
    ),
  pictures: ({ createElement: h }) =>
    h(
      "svg",
      { viewBox: "0 0 1 1", strokeWidth: 2, "aria-hidden": true, preserveAspectRatio: "none", fillOpacity: 0.5 },
      h("path", { d: "m1 1", strokeLinecap: "round", strokeLinejoin: "round", pathLength: 1, textAnchor: "end" }),
    ),
  styles: ({ createElement: h }) =>
    h("p", {
      style: {
        margin: 24,
        lineHeight: 1.5,
        fontWeight: 600,
        padding: 0,
        backgroundColor: hostileText.trim(),
        color: undefined,
      },
    }),
  "the chosen option": ({ createElement: h }) =>
    h(
      "p",
      null,
      h("select", { defaultValue: "b" }, h("option", { value: "a" }, "A"), [h("option", { key: 1, value: "b" }, "B")]),
      h("select", null, h("option", { value: "b" }, "B")),
      h("select", { defaultValue: "Two" }, h("option", null, "Two")),
      h("option", { value: "b" }, "B"),
    ),
  "a text area's text": ({ createElement: h }) => h("textarea", { defaultValue: `${hostileText}\n`, rows: 2 }),
  "raw markup": ({ createElement: h }) => h("style", { dangerouslySetInnerHTML: { __html: "a > b {}" } }),
  "the nearest provider": ({ createElement: h, createContext, useContext }) => {
    const Zone = createContext("none");
    const Show = () => useContext(Zone);
    return h(
      "p",
      null,
      h(Show),
      h(Zone.Provider, { value: "outer" }, h(Show), h(Zone.Provider, { value: "inner" }, h(Show)), h(Show)),
      h(Show),
    );
  },
  hooks: ({ createElement: h, useState, useRef, useEffect }) => {
    function Counter() {
      const [count] = useState(() => 2);
      const [text] = useState("three");
      const input = useRef(null);
      useEffect(() => {
        throw new Error("effects do not run on the server");
      });
      return h("p", { ref: input }, count, text);
    }
    return h(Counter);
  },
};

describe("the server's renderer and React write the same", () => {
  test.each(Object.entries(cases))("%s", (_name, draw) => {
    // A cast, because React's functions accept more kinds of elements.
    const expected = renderToString(draw(react as unknown as Renderer) as react.ReactElement);
    expect(normalize(own.renderToString(draw(own as unknown as Renderer)))).toBe(normalize(expected));
  });
});

test("a component that throws leaves nothing for the next page", () => {
  const Zone = own.createContext("none");
  const Broken = () => {
    throw new Error("broken");
  };
  const page = own.jsx("select", {
    defaultValue: "a",
    children: own.jsx(Zone.Provider, { value: "theirs", children: ["secret", own.jsx(Broken, {})] }),
  });
  expect(() => own.renderToString(page)).toThrow("broken");
  const nextElement = own.jsx("option", { value: "a", children: own.jsx(() => own.useContext(Zone), {}) });
  expect(own.renderToString(nextElement)).toBe('<option value="a">none</option>');
});

test("a name that is none of HTML is refused", () => {
  const hostileElement = own.jsx("p", { 'x" onclick="a': "1" });
  expect(() => own.renderToString(hostileElement)).toThrow("is no name of HTML");
  expect(() => own.renderToString(own.jsx("p><script", {}))).toThrow("is no name of HTML");
  expect(() => own.renderToString({ toString: () => "<b>" })).toThrow("A page cannot contain object");
});

import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { endpoints } from "../../worker/contract/index.ts";

const root = join(import.meta.dirname, "../..");
const textsOf = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((file) => readFileSync(join(root, file), "utf8"));

/** Calls that no verb of their own name answers, and what answers them instead. */
const others: Record<string, string> = {
  // The document is drawn from what the call beside it answers.
  downloadInvoice: "getInvoice",
  // The specification has one address with a client and one without.
  authorize: "authorizeClient",
  // One or several, all or none.
  approveAccountRequest: "approveAccountRequests",
  rejectAccountRequest: "rejectAccountRequests",
  // A code or a refresh token.
  exchangeCode: "createTokenPair",
  // Nothing of the domain is asked.
  getHealth: "",
  getOpenapi: "",
  getFlowpointLinks: "",
  // The provider's events are stored by one verb, whatever they tell.
  // Every task is read and started by the same two verbs.
  ...Object.fromEntries(
    endpoints.flatMap(({ verb }) => {
      const [, start] = /^(get|start)\w+Task$/.exec(verb) ?? [];
      return start ? [[verb, `${start}Task`]] : [];
    }),
  ),
  ...Object.fromEntries(
    endpoints.flatMap(({ verb, access }) => (access === "stripe-signature" ? [[verb, "receiveCallback"]] : [])),
  ),
};
const verbOf = (call: string) => others[call] ?? call;

/** What the domain's rooms hand out. */
const verbs = new Set(
  textsOf("worker/domain/*/index.ts").flatMap((text) => [
    ...[...text.matchAll(/export \{([^}]*)\}/g)].flatMap(([, names = ""]) =>
      names.split(",").map((name) => name.trim()),
    ),
    ...[...text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name]) => name),
  ]),
);

/** By call: the text of a handler that is written by hand; all other calls are answered by the functions of their names. */
const handlers = new Map(
  textsOf("routes/**/*.ts").flatMap((text) =>
    text
      .split(/^ +(?=\w+: (?:\((?:ctx|\{)|async|byHand|readThen))/m)
      .map((each) => [each.split(":")[0] ?? "", each] as const),
  ),
);

/** Names in a list of exports, without types. */
const exportsIn = (text: string) =>
  [...text.matchAll(/export \{([^}]*)\}/g)].flatMap(([, names = ""]) =>
    names
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "" && !name.startsWith("type ")),
  );

test("a module's public API holds what answers a call or is used outside of the module", () => {
  const sources = globSync("{worker,routes,ops,sandbox,tools,tests}/**/*.{ts,tsx}", {
    cwd: root,
    exclude: ["sandbox/node/**"],
  }).map((file) => ({ file, words: new Set(readFileSync(join(root, file), "utf8").match(/\w+/g)) }));
  const calls = new Set(endpoints.map(({ verb }) => verb));
  const unused = globSync("worker/domain/*/index.ts", { cwd: root }).flatMap((index) => {
    const outside = sources.filter(({ file }) => !file.startsWith(dirname(index)));
    return exportsIn(readFileSync(join(root, index), "utf8"))
      .filter((name) => !calls.has(name) && !outside.some(({ words }) => words.has(name)))
      .map((name) => `${index} ${name}`);
  });
  expect(unused).toEqual([]);
});

test("a call is answered by the verb of its name", () => {
  const named = endpoints
    .map(({ verb }) => verb)
    .filter((call) => verbOf(call) !== "" && verbOf(call) !== "receiveCallback");
  expect(named.filter((call) => !verbs.has(verbOf(call)))).toEqual([]);
  // A handler says it itself or calls a function beside it that does, as `land` of the authorize calls.
  const says = (call: string) =>
    new RegExp(`\\b(${verbOf(call)}|land)\\b(?!:)`).test(handlers.get(call) ?? verbOf(call));
  expect(named.filter((call) => !says(call))).toEqual([]);
});

test("what the audit log names is a call or a verb, under one name", () => {
  const written = textsOf("worker/domain/**/*.ts").flatMap((text) =>
    [...text.matchAll(/\b(?:audited|change)\(\s*ctx,(?: id,)?\s*([^,]+),/g)].flatMap(([, value = ""]) =>
      [...value.matchAll(/(?<!\[)"(\w+)"/g)].map(([, name = ""]) => name),
    ),
  );
  const calls = new Set(endpoints.map(({ verb }) => verb));
  const functions = textsOf("worker/domain/**/*.ts").flatMap((text) =>
    [...text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name = ""]) => name),
  );
  expect(written.length).toBeGreaterThan(20);
  expect(written.filter((name) => !calls.has(name) && !functions.includes(name))).toEqual([]);
});

test("only what must differ differs", () => {
  const calls = new Set(endpoints.map(({ verb }) => verb));
  expect(Object.keys(others).filter((call) => !calls.has(call) || verbs.has(call))).toEqual([]);
});

import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { endpoints } from "../../worker/contract/index.ts";

const root = join(import.meta.dirname, "../..");
const textsOf = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((file) => readFileSync(join(root, file), "utf8"));

/** Calls whose use case has another name, and that name. */
const renamedUseCases: Record<string, string> = {
  // The PDF is made from the reply of the call beside it.
  downloadInvoice: "getInvoice",
  // The specification has one address with a client and one without.
  authorize: "authorizeClient",
  // One use case for one or several, all or none.
  approveAccountRequest: "approveAccountRequests",
  rejectAccountRequest: "rejectAccountRequests",
  // Calls of the API with the names of what they answer, where the use case also writes or asks the provider.
  getCart: "findOrCreateCart",
  listCartProducts: "refreshCartProducts",
  listShippingRates: "refreshShippingRates",
  listPaymentMethods: "fetchOwnPaymentMethods",
  // "read" is a verb of reading in the domain, and one of marking in the API.
  readNotification: "markNotificationRead",
  readNotifications: "markNotificationsRead",
  unreadNotification: "markNotificationUnread",
  unreadNotifications: "markNotificationsUnread",
  readMention: "markMentionRead",
  // A code or a refresh token.
  exchangeCode: "createTokenPair",
  // No use case is involved.
  getHealth: "",
  getOpenapi: "",
  getFlowpointLinks: "",
  // The same two use cases read and start every task.
  ...Object.fromEntries(
    endpoints.flatMap(({ verb }) => {
      const [, start] = /^(get|start)\w+Task$/.exec(verb) ?? [];
      return start ? [[verb, `${start}Task`]] : [];
    }),
  ),
  // One use case stores every event of the provider.
  ...Object.fromEntries(
    endpoints.flatMap(({ verb, access }) => (access === "stripe-signature" ? [[verb, "receiveCallback"]] : [])),
  ),
};
const useCaseOf = (call: string) => renamedUseCases[call] ?? call;

/** The exports of the domain's modules. */
const useCases = new Set(
  textsOf("worker/domain/*/index.ts").flatMap((text) => [
    ...[...text.matchAll(/export \{([^}]*)\}/g)].flatMap(([, names = ""]) =>
      names.split(",").map((name) => name.trim()),
    ),
    ...[...text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name]) => name),
  ]),
);

/** The source of each handler written by hand; the use cases of their names answer all other calls. */
const handlers = new Map(
  textsOf("routes/**/*.ts").flatMap((text) =>
    text
      .split(/^ +(?=\w+: (?:\((?:ctx|\{)|async|byHand|readThen))/m)
      .map((each) => [each.split(":")[0] ?? "", each] as const),
  ),
);

/** Names in a list of exports, types included. */
const exportsIn = (text: string) =>
  [...text.matchAll(/export \{([^}]*)\}/g)].flatMap(([, names = ""]) =>
    names
      .split(",")
      .map((name) => name.trim().replace(/^type /, ""))
      .filter((name) => name !== ""),
  );

test("a module's public API holds what answers a call or is used outside of the module", () => {
  const sources = globSync("{worker,routes,ops,sandbox,tools,tests}/**/*.{ts,tsx}", {
    cwd: root,
    exclude: ["sandbox/node/**", "tools/{mutation,money}-tests/**"],
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

test("a call is answered by the use case of its name", () => {
  const named = endpoints
    .map(({ verb }) => verb)
    .filter((call) => useCaseOf(call) !== "" && useCaseOf(call) !== "receiveCallback");
  expect(named.filter((call) => !useCases.has(useCaseOf(call)))).toEqual([]);
  // A handler responds itself or through a function beside it, as `land` of the authorize calls.
  const says = (call: string) =>
    new RegExp(`\\b(${useCaseOf(call)}|land)\\b(?!:)`).test(handlers.get(call) ?? useCaseOf(call));
  expect(named.filter((call) => !says(call))).toEqual([]);
});

test("what the audit log names is a call or a function, under one name", () => {
  const references = textsOf("worker/domain/**/*.ts").flatMap((text) =>
    [...text.matchAll(/\b(?:audited|change)\(\s*ctx,(?: id,)?\s*([^,]+),/g)].flatMap(([, value = ""]) =>
      [...value.matchAll(/(?<!\[)"(\w+)"/g)].map(([, name = ""]) => name),
    ),
  );
  const calls = new Set(endpoints.map(({ verb }) => verb));
  const functions = textsOf("worker/domain/**/*.ts").flatMap((text) =>
    [...text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name = ""]) => name),
  );
  expect(references.length).toBeGreaterThan(20);
  const isKnown = (name: string) => calls.has(name) || functions.includes(name) || functions.includes(`${name}Parts`);
  expect(references.filter((name) => !isKnown(name))).toEqual([]);
});

test("only what must differ differs", () => {
  const calls = new Set(endpoints.map(({ verb }) => verb));
  expect(Object.keys(renamedUseCases).filter((call) => !calls.has(call) || useCases.has(call))).toEqual([]);
});

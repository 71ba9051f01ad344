import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { endpoints } from "../../worker/contract/index.ts";

const root = join(import.meta.dirname, "../..");
const readTexts = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((file) => readFileSync(join(root, file), "utf8"));

/** Names of use cases that differ from their call's name, by call. */
const renamedUseCases: Record<string, string> = {
  // The PDF is made from the reply of getInvoice.
  downloadInvoice: "getInvoice",
  // The specification has one path with a client and one without.
  authorize: "authorizeClient",
  // The use case takes one or several requests, all or none.
  approveAccountRequest: "approveAccountRequests",
  rejectAccountRequest: "rejectAccountRequests",
  // These calls are named after their replies, and their use cases also write or ask the provider.
  getCart: "findOrCreateCart",
  listCartProducts: "refreshCartProducts",
  listShippingRates: "refreshShippingRates",
  listPaymentMethods: "fetchOwnPaymentMethods",
  // In the domain "read" is for functions that read data; in the API it marks notifications.
  readNotification: "markNotificationRead",
  readNotifications: "markNotificationsRead",
  unreadNotification: "markNotificationUnread",
  unreadNotifications: "markNotificationsUnread",
  readMention: "markMentionRead",
  // The call takes a code or a refresh token.
  exchangeCode: "createTokenPair",
  // These calls have no use case.
  getHealth: "",
  getOpenapi: "",
  getFlowpointLinks: "",
  // Two use cases, `getTask` and `startTask`, serve the calls of every task.
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
const useCaseName = (call: string) => renamedUseCases[call] ?? call;

const useCases = new Set(
  readTexts("worker/domain/*/index.ts").flatMap((text) => [
    ...[...text.matchAll(/export \{([^}]*)\}/g)].flatMap(([, names = ""]) =>
      names.split(",").map((name) => name.trim()),
    ),
    ...[...text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name]) => name),
  ]),
);

/** Source of each handler in `routes/v1`, by call; a call without a handler is answered by the use case of its name. */
const handlers = new Map(
  readTexts("routes/v1/**/*.ts").flatMap((text) =>
    text.split(/^ {2}(?=\w+: )/m).map((each) => [each.split(":")[0] ?? "", each] as const),
  ),
);

const listExports = (text: string) =>
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
    return listExports(readFileSync(join(root, index), "utf8"))
      .filter((name) => !calls.has(name) && !outside.some(({ words }) => words.has(name)))
      .map((name) => `${index} ${name}`);
  });
  expect(unused).toEqual([]);
});

test("a call is answered by the use case of its name", () => {
  const callsWithUseCase = endpoints
    .map(({ verb }) => verb)
    .filter((call) => useCaseName(call) !== "" && useCaseName(call) !== "receiveCallback");
  expect(callsWithUseCase.filter((call) => !useCases.has(useCaseName(call)))).toEqual([]);
  // The authorize calls share `redirectToClient`.
  const usesItsUseCase = (call: string) =>
    new RegExp(`\\b(${useCaseName(call)}|redirectToClient)\\b(?!:)`).test(handlers.get(call) ?? useCaseName(call));
  expect(handlers.size).toBeGreaterThan(80);
  expect(callsWithUseCase.filter((call) => !usesItsUseCase(call))).toEqual([]);
});

test("what the audit log names is a call or a function, under one name", () => {
  const auditedNames = readTexts("worker/domain/**/*.ts").flatMap((text) =>
    [...text.matchAll(/\b(?:audited|change)\(\s*ctx,(?: id,)?\s*([^,]+),/g)].flatMap(([, value = ""]) =>
      [...value.matchAll(/(?<!\[)"(\w+)"/g)].map(([, name = ""]) => name),
    ),
  );
  const calls = new Set(endpoints.map(({ verb }) => verb));
  const functions = readTexts("worker/domain/**/*.ts").flatMap((text) =>
    [...text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name = ""]) => name),
  );
  expect(auditedNames.length).toBeGreaterThan(20);
  const isKnown = (name: string) => calls.has(name) || functions.includes(name) || functions.includes(`${name}Parts`);
  expect(auditedNames.filter((name) => !isKnown(name))).toEqual([]);
});

test("only what must differ differs", () => {
  const calls = new Set(endpoints.map(({ verb }) => verb));
  expect(Object.keys(renamedUseCases).filter((call) => !calls.has(call) || useCases.has(call))).toEqual([]);
});

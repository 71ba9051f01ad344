import { afterAll, beforeAll, expect, test } from "vitest";
import * as contract from "../../../../worker/contract/v1/admin/settings/legal-texts.ts";
import { actorsOn } from "../../../support/actors.ts";
import { startOwnApp } from "../../../support/app.ts";
import { openDatabase, type Query } from "../../../support/database.ts";
import { factoriesOn, unique } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let query: Query;
let admin: Awaited<ReturnType<ReturnType<typeof actorsOn>["signedInAdmin"]>>;
beforeAll(async () => {
  app = await startOwnApp();
  query = openDatabase(app.sandbox.databaseUrl);
  admin = await actorsOn({ query, factories: factoriesOn(query), url: app.worker.url }).signedInAdmin();
});
afterAll(() => app?.stop());

type Kind = "terms" | "returns" | "privacy" | "imprint";
const publish = (kind: Kind, version: string, more: { valid_from?: string; html?: string } = {}) =>
  admin.client.call(contract.createLegalText, {
    body: { kind, version, title: `Text ${version}`, html: `<p>Words of ${version}</p>`, ...more },
  });
const readPage = async (path: string) => (await fetch(app.worker.url + path)).text();
const post = (path: string, fields: Record<string, string> = {}) => postForm(admin.client, path, fields);
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

test("a version is in force from its instant on, former ones stay readable, and scheduled ones are nobody's yet", async () => {
  const [currentVersion, laterVersion] = [unique("now"), unique("later")];
  expect((await publish("terms", currentVersion)).reply()).toMatchObject({
    kind: "terms",
    version: currentVersion,
    state: "in_force",
  });
  expect((await publish("terms", laterVersion, { valid_from: inAnHour() })).reply().state).toBe("scheduled");
  expect(await readPage(`/store/legal/terms?x=${currentVersion}`)).toContain(`Words of ${currentVersion}`);
  expect((await fetch(`${app.worker.url}/store/legal/terms?version=${laterVersion}`)).status).toBe(404);
  await query("update legal_texts set valid_from = now() where version = $1", [laterVersion]);
  expect(await readPage(`/store/legal/terms?x=${laterVersion}`)).toContain(`Words of ${laterVersion}`);
  const formerPage = await readPage(`/store/legal/terms?version=${currentVersion}`);
  expect(formerPage).toContain(`Words of ${currentVersion}`);
  expect(formerPage).toContain("This is an earlier version.");
  const { data } = (await admin.client.call(contract.listLegalTexts, { query: { kind: "terms" } })).reply();
  expect(data.slice(0, 2)).toMatchObject([
    { version: laterVersion, state: "in_force" },
    { version: currentVersion, state: "former" },
  ]);
  const withdraw = (version: string) =>
    admin.client.call(contract.deleteLegalText, { params: { kind: "terms", version } });
  expect((await withdraw(currentVersion)).errcode).toBe("LEGAL_VERSION_IN_FORCE");
  const wrongVersion = unique("wrong");
  (await publish("terms", wrongVersion, { valid_from: inAnHour() })).reply();
  (await withdraw(wrongVersion)).reply();
  expect((await withdraw(wrongVersion)).errcode).toBe("FILE_NOT_FOUND");
});

test("a version is published once, is one of its kind, and is refused without words", async () => {
  const version = unique("once");
  const answers = await Promise.all(Array.from({ length: 8 }, () => publish("privacy", version)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ errcode }) => errcode === "LEGAL_VERSION_EXISTS")).toHaveLength(7);
  expect((await publish("imprint", version)).status).toBe(201);
  expect((await publish("privacy", unique("v"), { html: "<br>" })).status).toBe(400);
  const kindAnswer = await admin.client.call(contract.createLegalText, {
    body: { kind: "poem" as Kind, version, title: "x", html: "x" },
  });
  expect(kindAnswer.issues.map(({ message }) => message)).toEqual(["Choose terms, returns, privacy or imprint."]);
});

test("an administrator previews, publishes, looks and withdraws in the console", async () => {
  const path = "/admin/settings/legal/new/returns";
  const version = unique("console");
  const input = { version, title: "Returns and refunds", html: "<p>Within 30 days</p><style>x{}</style>" };
  const preview = await post(path, { ...input, find: "html" });
  expect([preview.status, await preview.text()]).toEqual([200, expect.stringContaining("<p>Within 30 days</p>")]);
  const refused = await post(path, { ...input, title: "" });
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("Title is required.")]);
  expect((await post(path, { ...input, valid_from: "2999-01-01T00:00" })).headers.get("location")).toBe(
    "/admin/settings/legal",
  );
  const list = await (await admin.client.fetch("/admin/settings/legal")).text();
  expect(list).toContain(`Returns and refunds, version ${version}, is scheduled.`);
  const versionPage = await (await admin.client.fetch(`/admin/settings/legal/returns/${version}`)).text();
  expect(versionPage).toContain("Withdraw it");
  expect(versionPage).toContain("published legal text version");
  expect((await post(`/admin/settings/legal/returns/${version}/withdraw`)).status).toBe(303);
  expect(await query("select 1 from legal_texts where version = $1", [version])).toEqual([]);
  expect((await post(path, input)).status).toBe(303);
  expect(await readPage("/store/legal/returns")).toContain("Within 30 days");
});

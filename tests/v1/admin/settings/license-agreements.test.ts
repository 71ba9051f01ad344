import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as contract from "../../../../worker/contract/v1/admin/settings/license-agreements.ts";
import { agreeToLicense, getLicenseAgreement } from "../../../../worker/contract/v1/sso/license-agreement.ts";
import { getSession } from "../../../../worker/contract/v1/sso/session.ts";
import { finishSetUp } from "../../../../worker/contract/v1/sso/user.ts";
import { actorsOn } from "../../../support/actors.ts";
import { startOwnApp } from "../../../support/app.ts";
import { createClient } from "../../../support/client.ts";
import { openDatabase, type Query } from "../../../support/database.ts";
import { factoriesOn, unique } from "../../../support/factories.ts";
import { createLink, openLink } from "../../../support/inbox.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let query: Query;
let factories: ReturnType<typeof factoriesOn>;
let actors: ReturnType<typeof actorsOn>;
let admin: Awaited<ReturnType<typeof actors.signedInAdmin>>;
beforeAll(async () => {
  app = await startOwnApp();
  query = openDatabase(app.sandbox.databaseUrl);
  factories = factoriesOn(query);
  actors = actorsOn({ query, factories, url: app.worker.url });
  admin = await actors.signedInAdmin();
});
afterAll(() => app?.stop());

const publish = (version: string, more: { html?: string; valid_from?: string | null } = {}) =>
  admin.client.call(contract.createLicenseAgreement, {
    body: { version, html: `<h1>License ${version}</h1>`, ...more },
  });
const inForce = async () => {
  const answer = await createClient({ url: app.worker.url }).call(getLicenseAgreement);
  return { version: answer.headers.get("x-version"), text: answer.text };
};
const at = (ms: number) => new Date(Date.now() + ms).toISOString();
const versionOf = async (version: string) =>
  (await admin.client.call(contract.listLicenseAgreements)).reply().data.find((each) => each.version === version);
const agree = (client: typeof admin.client, agreement_version: string) =>
  client.call(agreeToLicense, { body: { agreement_version } });

/** The page that a form's address, or a page, leads to by the session's cookie. */
const look = (client: typeof admin.client, path: string) => client.fetch(path, { redirect: "manual" });
const post = (client: typeof admin.client, path: string, fields: Record<string, string> = {}) =>
  client.fetch(path, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });

describe("a version of the license agreement", () => {
  test("is in force from its instant on, told by x-version at each, and can be withdrawn until then", async () => {
    const [now, later] = [unique("now"), unique("later")];
    expect((await publish(now)).reply()).toMatchObject({ version: now, state: "in_force", agreed_count: 0 });
    expect((await inForce()).version).toBe(now);
    const scheduled = (await publish(later, { valid_from: at(3_600_000) })).reply();
    expect(scheduled).toMatchObject({ state: "scheduled", created_by: expect.stringContaining("Test") });
    expect((await inForce()).version).toBe(now);
    await query("update license_agreements set valid_from = now() where version = $1", [later]);
    expect(await inForce()).toEqual({ version: later, text: expect.stringContaining(`License ${later}`) });
    expect([(await versionOf(now))?.state, (await versionOf(later))?.state]).toEqual(["former", "in_force"]);
    const withdraw = (version: string) => admin.client.call(contract.deleteLicenseAgreement, { params: { version } });
    for (const version of [now, later]) expect((await withdraw(version)).errcode).toBe("LEGAL_VERSION_IN_FORCE");
    const wrong = unique("wrong");
    (await publish(wrong, { valid_from: at(3_600_000) })).reply();
    (await withdraw(wrong)).reply();
    expect((await withdraw(wrong)).errcode).toBe("FILE_NOT_FOUND");
    const audit = await query("select action from audit_log where subject_id = $1 order by id", [wrong]);
    expect(audit).toEqual([{ action: "createLicenseAgreement" }, { action: "deleteLicenseAgreement" }]);
  });

  test("is published once of ten times at once, and refused where it could not be read", async () => {
    const version = unique("once");
    const answers = await Promise.all(Array.from({ length: 10 }, () => publish(version)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ errcode }) => errcode === "LEGAL_VERSION_EXISTS")).toHaveLength(9);
    const told = async (asked: ReturnType<typeof publish>) => {
      const { status, issues } = await asked;
      return [status, issues.map(({ message }) => message)];
    };
    expect(await told(publish("a b"))).toEqual([400, [expect.stringContaining("as 2027-01")]]);
    expect(await told(publish(unique("v"), { html: "<script>alert(1)</script><p> </p>" }))).toEqual([
      400,
      ["Text needs words: everything but structure and words is removed."],
    ]);
    expect(await told(publish(unique("v"), { html: "x".repeat(200_001) }))).toEqual([
      400,
      ["Text must be at most 200000 characters."],
    ]);
    expect(await told(publish(unique("v"), { valid_from: at(-120_000) }))).toEqual([
      400,
      ["In force from must not be in the past."],
    ]);
    expect(await told(publish(unique("v"), { valid_from: "tomorrow" }))).toEqual([
      400,
      [expect.stringContaining("is an instant")],
    ]);
  });

  test("runs, loads and links nothing, in the database neither", async () => {
    const version = unique("hostile");
    const html = `<h2 onclick="x()">Terms</h2><img src=x onerror=alert(1)><a href="javascript:x">a</a><svg/onload=x>`;
    (await publish(version, { html, valid_from: at(3_600_000) })).reply();
    const [row] = await query("select html from license_agreements where version = $1", [version]);
    expect(row).toEqual({ html: "<h2>Terms</h2>a" });
    const shown = await (await look(admin.client, `/admin/settings/license/versions/${version}`)).text();
    expect(shown).toContain("<h2>Terms</h2>");
    expect(shown).not.toMatch(/onerror|javascript:x|onload=x/);
  });

  test("is told with who agreed to it and when, also after they agreed to a newer one", async () => {
    const [old, newer] = [unique("old"), unique("newer")];
    (await publish(old)).reply();
    const person = await actors.signedIn();
    (await agree(person.client, old)).reply();
    (await publish(newer)).reply();
    (await agree(person.client, newer)).reply();
    (await agree(person.client, newer)).reply();
    expect((await agree(person.client, old)).errcode).toBe("LICENSE_AGREEMENT_VERSION_MISMATCH");
    for (const version of [old, newer]) {
      expect(await versionOf(version)).toMatchObject({ agreed_count: 1 });
      const asked = { params: { version }, query: { search: person.user.email } };
      const consents = await admin.client.call(contract.listLicenseConsents, asked);
      expect(consents.reply()).toMatchObject({
        data: [{ user: { id: person.user.id, email: person.user.email }, organization: { id: person.user.org_id } }],
        meta: { count: 1 },
      });
    }
    const audit = await query("select data from audit_log where action = 'agreeToLicense' and subject_id = $1", [
      person.user.id,
    ]);
    expect(audit).toHaveLength(2);
    const file = await look(admin.client, `/admin/settings/license/versions/${newer}/agreed?format=csv`);
    expect(await file.text()).toContain(person.user.email);
    const unknown = await admin.client.call(contract.listLicenseConsents, { params: { version: "nothing" } });
    expect(unknown.errcode).toBe("FILE_NOT_FOUND");
  });
});

describe("at the next sign-in", () => {
  const signInPage = "/sign-in/crunchbox?redirect_uri=%2Fportal%2Forders&state=s1";
  const license = signInPage.replace("crunchbox?", "crunchbox/license?");

  test("a person reads the new version, agrees, and goes where they wanted; nobody is locked out before", async () => {
    const person = await actors.signedIn();
    // users who agreed to the version in force are not asked again
    const current = (await inForce()).version ?? "";
    (await agree(person.client, current)).reply();
    expect((await look(person.client, signInPage)).headers.get("location")).toMatch(/^\/v1\/sso\/authorize\/crunchbox/);
    const version = unique("next");
    (await publish(version, { html: "<h2>The new one</h2>" })).reply();
    expect((await person.client.call(getSession)).status).toBe(200);
    expect((await look(person.client, "/portal")).status).toBe(200);
    expect((await look(person.client, signInPage)).headers.get("location")).toBe(license);
    const asked = await look(person.client, license);
    const html = await asked.text();
    expect([asked.status, asked.headers.get("cache-control")]).toEqual([200, expect.stringContaining("no-store")]);
    expect(html).toContain("<h2>The new one</h2>");
    expect(html).toContain(`name="agreement_version" value="${version}"`);
    // a newer one came while they read
    const newest = unique("newest");
    (await publish(newest)).reply();
    const stale = await post(person.client, license, { agreement_version: version });
    const told = await stale.text();
    expect(stale.status).toBe(422);
    expect(told).toContain("License agreement has changed, please review it again");
    expect(told).toContain(`name="agreement_version" value="${newest}"`);
    const agreed = await post(person.client, license, { agreement_version: newest });
    expect([agreed.status, agreed.headers.get("location")]).toEqual([
      303,
      expect.stringMatching(/^\/v1\/sso\/authorize\/crunchbox\?redirect_uri=%2Fportal%2Forders&state=s1$/),
    ]);
    const [row] = await query("select agreed_version from users where id = $1", [person.user.id]);
    expect(row).toEqual({ agreed_version: newest });
    expect((await look(person.client, license)).headers.get("location")).toMatch(/^\/v1\/sso\/authorize/);
  });

  test("a person who disagrees is signed out and told why, and is asked again", async () => {
    const person = await actors.signedIn();
    (await publish(unique("declined"))).reply();
    const declined = await post(person.client, license.replace("/license?", "/license/decline?"));
    const where = declined.headers.get("location") ?? "";
    expect([declined.status, where]).toEqual([303, `${signInPage}&license=declined`]);
    expect((await person.client.call(getSession)).status).toBe(401);
    const page = await fetch(app.worker.url + where);
    expect(await page.text()).toContain("because you did not agree to the license agreement");
    const [row] = await query("select agreed_version from users where id = $1", [person.user.id]);
    expect(row).toEqual({ agreed_version: "2026-01" });
  });

  test("a visitor is led to the sign-in page, and an administrator who acts as somebody agrees for nobody", async () => {
    const visitor = await fetch(app.worker.url + license, { redirect: "manual" });
    expect(visitor.headers.get("location")).toMatch(/^\/sign-in\/crunchbox\?/);
    (await publish(unique("acting"))).reply();
    const acting = await actors.impersonating();
    expect((await look(acting.client, signInPage)).headers.get("location")).toMatch(/^\/v1\/sso\/authorize/);
    expect((await agree(acting.client, (await inForce()).version ?? "")).errcode).toBe("USR_NOT_AUTHORIZED");
  });

  test("who set up their account with the version that was replaced meanwhile is told", async () => {
    const stale = (await inForce()).version ?? "";
    const user = await factories.createUser({ state: "new" });
    const browser = createClient({ url: app.worker.url });
    await openLink(browser, await createLink(admin.client, user.id));
    (await publish(unique("meanwhile"))).reply();
    const setUp = (agreement_version: string) =>
      browser.call(finishSetUp, { body: { password: "First-1234!", agreement_version } });
    expect((await setUp(stale)).errcode).toBe("LICENSE_AGREEMENT_VERSION_MISMATCH");
    const version = (await inForce()).version ?? "";
    (await setUp(version)).reply();
    expect(await query("select version from license_consents where user_id = $1", [user.id])).toEqual([{ version }]);
  });
});

describe("in the console", () => {
  test("a version is written, previewed, published and listed, and what was typed stays", async () => {
    const path = "/admin/settings/license/new";
    const version = unique("console");
    const input = { version, html: "<h2>Fine print</h2><script>x</script>", valid_from: "" };
    const preview = await post(admin.client, path, { ...input, find: "html" });
    const shown = await preview.text();
    expect(preview.status).toBe(200);
    expect(shown).toContain("<h2>Fine print</h2>");
    expect(shown).toContain(`value="${version}"`);
    expect(await query("select 1 from license_agreements where version = $1", [version])).toEqual([]);
    const refused = await post(admin.client, path, { ...input, version: "a b" });
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("&lt;h2")]);
    const late = await post(admin.client, path, { ...input, valid_from: "2020-01-01T10:00" });
    expect([late.status, await late.text()]).toEqual([422, expect.stringContaining("must not be in the past")]);
    const sent = await post(admin.client, path, { ...input, valid_from: "2999-01-01T10:30" });
    expect(sent.headers.get("location")).toBe("/admin/settings/license");
    const list = await (await look(admin.client, "/admin/settings/license")).text();
    expect(list).toContain(`Version ${version} is scheduled. Until then it can be withdrawn.`);
    expect(await versionOf(version)).toMatchObject({ valid_from: "2999-01-01T10:30:00.000Z", state: "scheduled" });
    const withdrawn = await post(admin.client, `/admin/settings/license/versions/${version}/withdraw`);
    expect(withdrawn.headers.get("location")).toBe("/admin/settings/license");
    expect(await versionOf(version)).toBeUndefined();
  });
});

// License agreements apply to all users, so all their tests share one app of their own.
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
import { postForm } from "../../../support/forms.ts";
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
const fetchInForce = async () => {
  const answer = await createClient({ url: app.worker.url }).call(getLicenseAgreement);
  return { version: answer.headers.get("x-version"), text: answer.text };
};
const isoIn = (ms: number) => new Date(Date.now() + ms).toISOString();
const findVersion = async (version: string) =>
  (await admin.client.call(contract.listLicenseAgreements)).reply().data.find((each) => each.version === version);
const agree = (client: typeof admin.client, agreement_version: string) =>
  client.call(agreeToLicense, { body: { agreement_version } });

const fetchPage = (client: typeof admin.client, path: string) => client.fetch(path, { redirect: "manual" });

describe("a version of the license agreement", () => {
  test("is in force from its instant on, told by x-version at each, and can be withdrawn until then", async () => {
    const [currentVersion, laterVersion] = [unique("now"), unique("later")];
    expect((await publish(currentVersion)).reply()).toMatchObject({
      version: currentVersion,
      state: "in_force",
      agreed_count: 0,
    });
    expect((await fetchInForce()).version).toBe(currentVersion);
    const scheduled = (await publish(laterVersion, { valid_from: isoIn(3_600_000) })).reply();
    expect(scheduled).toMatchObject({ state: "scheduled", created_by: expect.stringContaining("Test") });
    expect((await fetchInForce()).version).toBe(currentVersion);
    await query("update license_agreements set valid_from = now() where version = $1", [laterVersion]);
    expect(await fetchInForce()).toEqual({
      version: laterVersion,
      text: expect.stringContaining(`License ${laterVersion}`),
    });
    expect([(await findVersion(currentVersion))?.state, (await findVersion(laterVersion))?.state]).toEqual([
      "former",
      "in_force",
    ]);
    const withdraw = (version: string) => admin.client.call(contract.deleteLicenseAgreement, { params: { version } });
    for (const version of [currentVersion, laterVersion])
      expect((await withdraw(version)).errcode).toBe("LEGAL_VERSION_IN_FORCE");
    const wrongVersion = unique("wrong");
    (await publish(wrongVersion, { valid_from: isoIn(3_600_000) })).reply();
    (await withdraw(wrongVersion)).reply();
    expect((await withdraw(wrongVersion)).errcode).toBe("FILE_NOT_FOUND");
    const audit = await query("select action from audit_log where subject_id = $1 order by id", [wrongVersion]);
    expect(audit).toEqual([{ action: "createLicenseAgreement" }, { action: "deleteLicenseAgreement" }]);
  });

  test("is published once of ten times at once, and refused where it could not be read", async () => {
    const version = unique("once");
    const answers = await Promise.all(Array.from({ length: 10 }, () => publish(version)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ errcode }) => errcode === "LEGAL_VERSION_EXISTS")).toHaveLength(9);
    const readRefusal = async (request: ReturnType<typeof publish>) => {
      const { status, issues } = await request;
      return [status, issues.map(({ message }) => message)];
    };
    expect(await readRefusal(publish("a b"))).toEqual([400, [expect.stringContaining("as 2027-01")]]);
    expect(await readRefusal(publish(unique("v"), { html: "<script>alert(1)</script><p> </p>" }))).toEqual([
      400,
      ["Text needs words: everything but structure and words is removed."],
    ]);
    expect(await readRefusal(publish(unique("v"), { html: "x".repeat(200_001) }))).toEqual([
      400,
      ["Text must be at most 200000 characters."],
    ]);
    expect(await readRefusal(publish(unique("v"), { valid_from: isoIn(-120_000) }))).toEqual([
      400,
      ["In force from must not be in the past."],
    ]);
    expect(await readRefusal(publish(unique("v"), { valid_from: "tomorrow" }))).toEqual([
      400,
      [expect.stringContaining("is an instant")],
    ]);
  });

  test("runs, loads and links nothing, in the database neither", async () => {
    const version = unique("hostile");
    const html = `<h2 onclick="x()">Terms</h2><img src=x onerror=alert(1)><a href="javascript:x">a</a><svg/onload=x>`;
    (await publish(version, { html, valid_from: isoIn(3_600_000) })).reply();
    const [row] = await query("select html from license_agreements where version = $1", [version]);
    expect(row).toEqual({ html: "<h2>Terms</h2>a" });
    const pageHtml = await (await fetchPage(admin.client, `/admin/settings/license/versions/${version}`)).text();
    expect(pageHtml).toContain("<h2>Terms</h2>");
    expect(pageHtml).not.toMatch(/onerror|javascript:x|onload=x/);
  });

  test("is told with who agreed to it and when, also after they agreed to a newer one", async () => {
    const [oldVersion, newerVersion] = [unique("old"), unique("newer")];
    (await publish(oldVersion)).reply();
    const person = await actors.signedIn();
    (await agree(person.client, oldVersion)).reply();
    (await publish(newerVersion)).reply();
    (await agree(person.client, newerVersion)).reply();
    (await agree(person.client, newerVersion)).reply();
    expect((await agree(person.client, oldVersion)).errcode).toBe("LICENSE_AGREEMENT_VERSION_MISMATCH");
    for (const version of [oldVersion, newerVersion]) {
      expect(await findVersion(version)).toMatchObject({ agreed_count: 1 });
      const consentInput = { params: { version }, query: { search: person.user.email } };
      const consents = await admin.client.call(contract.listLicenseConsents, consentInput);
      expect(consents.reply()).toMatchObject({
        data: [{ user: { id: person.user.id, email: person.user.email }, organization: { id: person.user.org_id } }],
        meta: { count: 1 },
      });
    }
    const audit = await query("select data from audit_log where action = 'agreeToLicense' and subject_id = $1", [
      person.user.id,
    ]);
    expect(audit).toHaveLength(2);
    const file = await fetchPage(admin.client, `/admin/settings/license/versions/${newerVersion}/agreed?format=csv`);
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
    // Users who agreed to the version in force are not asked again.
    const current = (await fetchInForce()).version ?? "";
    (await agree(person.client, current)).reply();
    expect((await fetchPage(person.client, signInPage)).headers.get("location")).toMatch(
      /^\/v1\/sso\/authorize\/crunchbox/,
    );
    const version = unique("next");
    (await publish(version, { html: "<h2>The new one</h2>" })).reply();
    expect((await person.client.call(getSession)).status).toBe(200);
    expect((await fetchPage(person.client, "/portal")).status).toBe(200);
    expect((await fetchPage(person.client, signInPage)).headers.get("location")).toBe(license);
    const licensePage = await fetchPage(person.client, license);
    const html = await licensePage.text();
    expect([licensePage.status, licensePage.headers.get("cache-control")]).toEqual([
      200,
      expect.stringContaining("no-store"),
    ]);
    expect(html).toContain("<h2>The new one</h2>");
    expect(html).toContain(`name="agreement_version" value="${version}"`);
    // A newer version is published while the user reads.
    const newest = unique("newest");
    (await publish(newest)).reply();
    const staleAnswer = await postForm(person.client, license, { agreement_version: version });
    const staleHtml = await staleAnswer.text();
    expect(staleAnswer.status).toBe(422);
    expect(staleHtml).toContain("License agreement has changed, please review it again");
    expect(staleHtml).toContain(`name="agreement_version" value="${newest}"`);
    const agreed = await postForm(person.client, license, { agreement_version: newest });
    expect([agreed.status, agreed.headers.get("location")]).toEqual([
      303,
      expect.stringMatching(/^\/v1\/sso\/authorize\/crunchbox\?redirect_uri=%2Fportal%2Forders&state=s1$/),
    ]);
    const [row] = await query("select agreed_version from users where id = $1", [person.user.id]);
    expect(row).toEqual({ agreed_version: newest });
    expect((await fetchPage(person.client, license)).headers.get("location")).toMatch(/^\/v1\/sso\/authorize/);
  });

  test("a person who disagrees is signed out and told why, and is asked again", async () => {
    const person = await actors.signedIn();
    (await publish(unique("declined"))).reply();
    const declined = await postForm(person.client, license.replace("/license?", "/license/decline?"));
    const target = declined.headers.get("location") ?? "";
    expect([declined.status, target]).toEqual([303, `${signInPage}&license=declined`]);
    expect((await person.client.call(getSession)).status).toBe(401);
    const page = await fetch(app.worker.url + target);
    expect(await page.text()).toContain("because you did not agree to the license agreement");
    const [row] = await query("select agreed_version from users where id = $1", [person.user.id]);
    expect(row).toEqual({ agreed_version: "2026-01" });
  });

  test("a visitor is led to the sign-in page, and an administrator who acts as somebody agrees for nobody", async () => {
    const visitorAnswer = await fetch(app.worker.url + license, { redirect: "manual" });
    expect(visitorAnswer.headers.get("location")).toMatch(/^\/sign-in\/crunchbox\?/);
    (await publish(unique("acting"))).reply();
    const impersonator = await actors.impersonating();
    expect((await fetchPage(impersonator.client, signInPage)).headers.get("location")).toMatch(/^\/v1\/sso\/authorize/);
    expect((await agree(impersonator.client, (await fetchInForce()).version ?? "")).errcode).toBe("USR_NOT_AUTHORIZED");
  });

  test("who set up their account with the version that was replaced meanwhile is told", async () => {
    const staleVersion = (await fetchInForce()).version ?? "";
    const user = await factories.createUser({ state: "new" });
    const browser = createClient({ url: app.worker.url });
    await openLink(browser, await createLink(admin.client, user.id));
    (await publish(unique("meanwhile"))).reply();
    const setUp = (agreement_version: string) =>
      browser.call(finishSetUp, { body: { password: "First-1234!", agreement_version } });
    expect((await setUp(staleVersion)).errcode).toBe("LICENSE_AGREEMENT_VERSION_MISMATCH");
    const version = (await fetchInForce()).version ?? "";
    (await setUp(version)).reply();
    expect(await query("select version from license_consents where user_id = $1", [user.id])).toEqual([{ version }]);
  });
});

describe("in the console", () => {
  test("a version is written, previewed, published and listed, and what was typed stays", async () => {
    const path = "/admin/settings/license/new";
    const version = unique("console");
    const input = { version, html: "<h2>Fine print</h2><script>x</script>", valid_from: "" };
    const preview = await postForm(admin.client, path, { ...input, find: "html" });
    const pageHtml = await preview.text();
    expect(preview.status).toBe(200);
    expect(pageHtml).toContain("<h2>Fine print</h2>");
    expect(pageHtml).toContain(`value="${version}"`);
    expect(await query("select 1 from license_agreements where version = $1", [version])).toEqual([]);
    const refused = await postForm(admin.client, path, { ...input, version: "a b" });
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("&lt;h2")]);
    const late = await postForm(admin.client, path, { ...input, valid_from: "2020-01-01T10:00" });
    expect([late.status, await late.text()]).toEqual([422, expect.stringContaining("must not be in the past")]);
    const sent = await postForm(admin.client, path, { ...input, valid_from: "2999-01-01T10:30" });
    expect(sent.headers.get("location")).toBe("/admin/settings/license");
    const list = await (await fetchPage(admin.client, "/admin/settings/license")).text();
    expect(list).toContain(`Version ${version} is scheduled. Until then it can be withdrawn.`);
    expect(await findVersion(version)).toMatchObject({ valid_from: "2999-01-01T10:30:00.000Z", state: "scheduled" });
    const withdrawn = await postForm(admin.client, `/admin/settings/license/versions/${version}/withdraw`);
    expect(withdrawn.headers.get("location")).toBe("/admin/settings/license");
    expect(await findVersion(version)).toBeUndefined();
  });
});

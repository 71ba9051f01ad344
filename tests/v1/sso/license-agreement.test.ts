import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getLicenseAgreement } from "../../../worker/contract/v1/sso/license-agreement.ts";
import { getSession } from "../../../worker/contract/v1/sso/session.ts";
import { finishSetUp } from "../../../worker/contract/v1/sso/user.ts";
import { actorsOn, visitor } from "../../support/actors.ts";
import { startOwnApp } from "../../support/app.ts";
import { createClient } from "../../support/client.ts";
import { openDatabase, type Query } from "../../support/database.ts";
import { factoriesOn } from "../../support/factories.ts";
import { createLink, openLink } from "../../support/inbox.ts";

test("the license agreement is HTML with its version in x-version, for everybody", async () => {
  const answer = await visitor().call(getLicenseAgreement);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, expect.stringMatching(/^text\/html/)]);
  expect(answer.headers.get("x-version")).toMatch(/./);
  expect(answer.text).toMatch(/<h1>.*<\/h1>/s);
  expect(answer.text.match(/<h2>/g)?.length).toBeGreaterThan(3);
});

describe("when another version is published", () => {
  let app: Awaited<ReturnType<typeof startOwnApp>>;
  let database: Query;
  const newClient = () => createClient({ url: app.worker.url });
  const publish = (version: string, html: string) =>
    database("insert into license_agreements (version, html) values ($1, $2)", [version, html]);
  beforeAll(async () => {
    app = await startOwnApp();
    database = openDatabase(app.sandbox.databaseUrl);
  });
  afterAll(() => app?.stop());

  test("set-up takes the new one and refuses the old one, and nobody who agreed before is locked out", async () => {
    const factories = factoriesOn(database);
    const actors = actorsOn({ query: database, factories, url: app.worker.url });
    const oldVersion = (await newClient().call(getLicenseAgreement)).headers.get("x-version") ?? "";
    const agreedUser = await actors.signedIn();
    const user = await factories.createUser({ state: "new" });
    const browser = newClient();
    await openLink(browser, await createLink((await actors.signedInAdmin()).client, user.id));
    await publish("9999-01", "<h1>Newer</h1>");
    expect(
      (await browser.call(finishSetUp, { body: { password: "First-1234!", agreement_version: oldVersion } })).errcode,
    ).toBe("LICENSE_AGREEMENT_VERSION_MISMATCH");
    expect((await newClient().call(getLicenseAgreement)).headers.get("x-version")).toBe("9999-01");
    expect(
      (await browser.call(finishSetUp, { body: { password: "First-1234!", agreement_version: "9999-01" } })).status,
    ).toBe(200);
    expect((await agreedUser.client.call(getSession)).status).toBe(200);
  });

  test("nothing in it can run, load or lead away", async () => {
    await publish(
      "9999-02",
      `<h1 onclick="x()">Terms</h1><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:x">a</a>
       <svg/onload=alert(1)><iframe src="//evil.test"></iframe><form action="//evil.test"><input name=x></form><p style="x" id="y" class="z">Text</p><style>*{}</style>`,
    );
    const { text } = await newClient().call(getLicenseAgreement);
    expect(text).toContain("<h1>Terms</h1>");
    expect(text).toContain("<p>Text</p>");
    expect(text).not.toMatch(
      /<(script|img|svg|iframe|form|input|style|a)|\son\w+=|javascript:|style=|id=|class=|alert/i,
    );
  });

  test("and none is there at all, it is FILE_NOT_FOUND", async () => {
    await database("delete from license_agreements");
    const answer = await newClient().call(getLicenseAgreement);
    expect([answer.status, answer.errcode]).toEqual([404, "FILE_NOT_FOUND"]);
  });
});

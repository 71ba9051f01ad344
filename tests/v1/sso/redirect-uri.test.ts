import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { signedIn, signedInAdmin, visitor } from "../../support/actors.ts";
import { startSecondWorker } from "../../support/app.ts";
import { createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { locationOf, requestAuthorization } from "./authorization.ts";

const origin = inject("workerVars").PUBLIC_URL ?? "";

describe("a redirect_uri that is not a target of the client", () => {
  const foreignUris = [
    "https://evil.test/",
    "//evil.test",
    "///evil.test",
    "/\\evil.test",
    "\\\\evil.test",
    "\\/evil.test",
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,x",
    "https:evil.test",
    "https:/evil.test",
    `${origin}@evil.test/`,
    `${origin.replace("://", "://user:secret@")}/store`,
    `${origin}.evil.test/store`,
    origin.replace(/:\d+$/, ":1"),
    origin.replace("http", "ftp"),
    "flowpoint://open",
    "/\t/evil.test",
    "/store\r\nset-cookie: a=b",
    "store",
  ];

  test.each(foreignUris)("is refused for the web clients: %j", async (redirect_uri) => {
    const admin = await signedInAdmin();
    for (const name of ["crunchbox", "crunchbox-admin", "crunchbox-sso"]) {
      const answer = await requestAuthorization(admin.client, name, redirect_uri);
      expect([answer.status, answer.issues[0]?.path, locationOf(answer)]).toEqual([400, ["redirect_uri"], ""]);
    }
  });

  test.each([
    "https://evil.test",
    "//evil.test",
    "\\\\evil.test",
    "javascript:alert(1)",
    "flowpoint:open",
    "flowpoint-evil://open",
    "flowpoint://a b",
    'flowpoint://"><script>',
    "flowpoint://user@evil",
    `${origin}/store`,
  ])("is refused for the desktop client: %j", async (redirect_uri) => {
    const { client, user } = await signedIn();
    const answer = await requestAuthorization(client, "flowpoint-win", redirect_uri);
    expect([answer.status, answer.issues[0]?.path, locationOf(answer)]).toEqual([400, ["redirect_uri"], ""]);
    expect(await query("select 1 from hand_off_codes where user_id = $1", [user.id])).toEqual([]);
  });

  test("is refused before anybody signs in", async () => {
    expect((await requestAuthorization(visitor(), "crunchbox", "https://evil.test")).status).toBe(400);
  });

  test("of 2,049 characters is refused", async () => {
    expect((await requestAuthorization((await signedIn()).client, "crunchbox", `/${"a".repeat(2048)}`)).status).toBe(
      400,
    );
  });

  test.each([
    "flowpoint://cb?c%6Fde=ATT",
    "flowpoint://cb?c%256Fde=ATT",
    "flowpoint://cb?CODE=ATT",
    "flowpoint://cb?x=1&%63%6f%64%65=ATT",
    "flowpoint://cb?x=1%26code=ATT",
    "flowpoint://cb%3Fcode=ATT",
    "flowpoint://cb?x=1%3Bcode=ATT",
    "flowpoint://cb?code%5B%5D=ATT",
    "flowpoint://cb?%20code=ATT",
    "flowpoint://cb?code",
    "flowpoint://cb?st%61te=ATT",
  ])("is refused for the desktop app when it brings a code or a state of its own: %j", async (redirect_uri) => {
    const { client, user } = await signedIn();
    const answer = await requestAuthorization(client, "flowpoint-win", redirect_uri);
    expect([answer.status, answer.issues[0]?.path, locationOf(answer)]).toEqual([400, ["redirect_uri"], ""]);
    expect(await query("select 1 from hand_off_codes where user_id = $1", [user.id])).toEqual([]);
  });
});

describe("where the deployment names the desktop app's addresses", () => {
  let worker: Awaited<ReturnType<typeof startSecondWorker>>;
  beforeAll(async () => {
    worker = await startSecondWorker({ DESKTOP_REDIRECT_URIS: "flowpoint://auth/callback, flowpoint://open" });
  });
  afterAll(() => worker?.stop());

  // OAuth 2.1 and RFC 9700 section 2.1 require simple string comparison of redirect URIs.
  test("exactly these and the scheme alone are targets", async () => {
    const { token } = await signedIn();
    const client = createClient({ url: worker.url, session: token });
    for (const [redirect_uri, status] of [
      ["flowpoint://auth/callback", 302],
      ["flowpoint://open", 302],
      ["flowpoint://", 302],
      ["flowpoint://open/", 400],
      ["flowpoint://auth/callback?x=1", 400],
      ["flowpoint://evil.test/cb", 400],
      ["flowpoint:////evil.test", 400],
    ] as const)
      expect([redirect_uri, (await requestAuthorization(client, "flowpoint-win", redirect_uri)).status]).toEqual([
        redirect_uri,
        status,
      ]);
  });
});

test("where the deployment names none, the scheme alone is a target", async () => {
  const worker = await startSecondWorker({ DESKTOP_REDIRECT_URIS: "" });
  try {
    const client = createClient({ url: worker.url, session: (await signedIn()).token });
    const statuses: Record<string, number> = {};
    for (const redirect_uri of ["flowpoint://", "flowpoint://open", "flowpoint://evil.test/cb"])
      statuses[redirect_uri] = (await requestAuthorization(client, "flowpoint-win", redirect_uri)).status;
    expect(statuses).toEqual({ "flowpoint://": 302, "flowpoint://open": 400, "flowpoint://evil.test/cb": 400 });
  } finally {
    await worker.stop();
  }
});

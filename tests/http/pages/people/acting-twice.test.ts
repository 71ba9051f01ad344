import { expect, test } from "vitest";
import { getSession } from "../../../../worker/contract/v1/sso/session.ts";
import { type Actor, signedIn, signedInAdmin } from "../../../support/actors.ts";
import { type Client, createClient } from "../../../support/client.ts";
import { hold, query } from "../../../support/database.ts";
import { createUser, sha256 } from "../../../support/factories.ts";

const tokenOf = ({ cookies }: Client) => cookies.get("__Host-session") ?? "";
/** A browser with an old token, because the exchange's answer never arrived. */
const showing = (session: string) => createClient({ session });
const post = (client: Client, path: string, fields: Record<string, string> = {}) =>
  client.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
const act = (client: Client, user: { id: string }) =>
  post(client, `/admin/people/${user.id}/act-as`, { reason: "Ticket 4711" });
const whoIs = async (client: Client) => {
  const { user_id, impersonator } = (await client.call(getSession)).reply();
  return [user_id, impersonator?.id ?? null];
};
const startedFor = ({ id }: { id: string }) =>
  query("select action from audit_log where subject_id = $1 and action like '%mpersonation' order by seq", [id]);
const later = (admin: Actor) =>
  query(
    `update sessions set created_at = created_at - interval '2 minutes', revoked_at = revoked_at - interval '2 minutes'
     where user_id = $1 or actor_id = $1`,
    [admin.user.id],
  );

test("a second click on “Act as”, whose first answer is lost, ends in the one impersonation that began", async () => {
  const admin = await signedInAdmin();
  const { user } = await signedIn();
  const [lost, second] = [showing(admin.token), showing(admin.token)];
  expect((await act(lost, user)).headers.get("location")).toBe("/portal");
  const answer = await act(second, user);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/portal"]);
  expect(await whoIs(second)).toEqual([user.id, admin.user.id]);
  expect(tokenOf(second)).toBe(tokenOf(lost));
  expect(await startedFor(user)).toEqual([{ action: "startImpersonation" }]);
  // the first answer did arrive, before the second click
  expect((await act(lost, user)).headers.get("location")).toBe("/portal");
  expect(await whoIs(lost)).toEqual([user.id, admin.user.id]);
  // and the exchanged token opens nothing else, for no other user and not later
  expect((await showing(admin.token).call(getSession)).errcode).toBe("INVALID_JWT");
  expect((await act(showing(admin.token), await createUser())).headers.get("location")).toMatch(/^\/sign-in\//);
  await later(admin);
  expect((await act(showing(admin.token), user)).headers.get("location")).toMatch(/^\/sign-in\//);
});

test("ten clicks at once, and two that wait for the same row, all end in it", async () => {
  const admin = await signedInAdmin();
  const { user } = await signedIn();
  const lock = await hold("select 1 from sessions where token_hash = $1 for update", [sha256(admin.token)]);
  const browsers = Array.from({ length: 10 }, () => showing(admin.token));
  const answers = Promise.all(browsers.map((browser) => act(browser, user)));
  const waiting = async () => (await lock.waiting()).filter((text) => text.includes("parked")).length;
  await expect.poll(waiting, { interval: 10 }).toBeGreaterThanOrEqual(2);
  await lock.release();
  expect(new Set((await answers).map(({ headers }) => headers.get("location")))).toEqual(new Set(["/portal"]));
  expect(new Set(browsers.map(tokenOf)).size).toBe(1);
  for (const browser of browsers) expect(await whoIs(browser)).toEqual([user.id, admin.user.id]);
  expect(await startedFor(user)).toEqual([{ action: "startImpersonation" }]);
});

test("a second click on “End impersonation”, whose first answer is lost, ends in the own session", async () => {
  const admin = await signedInAdmin();
  const { user } = await signedIn();
  await act(admin.client, user);
  const acting = tokenOf(admin.client);
  const browsers = Array.from({ length: 5 }, () => showing(acting));
  const end = (client: Client) => post(client, "/end-impersonation");
  for (const browser of browsers.slice(0, 2)) expect((await end(browser)).headers.get("location")).toBe("/admin");
  await Promise.all(browsers.slice(2).map(end));
  for (const browser of browsers) expect(await whoIs(browser)).toEqual([admin.user.id, null]);
  expect(await startedFor(user)).toEqual([{ action: "startImpersonation" }, { action: "endImpersonation" }]);
  await later(admin);
  expect((await end(showing(acting))).headers.get("location")).toMatch(/^\/sign-in\//);
});

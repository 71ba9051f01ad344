import { expect, test } from "vitest";
import { inviteOrgUser } from "../../../worker/contract/v1/org.ts";
import { impersonating, signedIn, visitor } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createUser, uniqueEmail } from "../../support/factories.ts";
import { postForm } from "../../support/forms.ts";
import { parseLink, openLink, waitForLink, waitForMails } from "../../support/inbox.ts";
import { readWords } from "./words.ts";

const inviteAgain = (client: Client, id: string) => postForm(client, `/portal/people/${id}/invite`);

test("who was invited and did not come is invited again: another mail, and the older link is dead", async () => {
  const { client, user } = await signedIn({ roles: ["org", "user"] });
  const email = uniqueEmail();
  const body = { email, first_name: "Ana", last_name: "Silva", roles: ["user"] as const };
  const { id } = (await client.call(inviteOrgUser, { body })).reply();
  const first = await waitForLink(email, "Set up");
  expect(await (await client.fetch(`/portal/people/${id}`)).text()).toContain(`/portal/people/${id}/invite`);
  const answer = await inviteAgain(client, id);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `/portal/people/${id}`]);
  expect(await (await client.fetch(`/portal/people/${id}`)).text()).toContain("The invitation is on its way again.");
  const mails = await waitForMails(email, 2);
  for (const { text } of mails)
    expect(text.replaceAll(/\s+/g, " "), "says who invited").toContain(`by ${user.first_name} ${user.last_name}.`);
  const [newerLink] = mails.map(({ text }) => parseLink(text)).filter(({ code }) => code !== first.code);
  expect((await openLink(visitor(), first)).errcode).toBe("INVALID_VERIFICATION_CODE");
  expect(newerLink && (await openLink(visitor(), newerLink)).status).toBe(200);
});

test("nobody else's people are invited, nor those who came, nor by who acts as a manager", async () => {
  const orgManager = await signedIn({ roles: ["org", "user"] });
  const { org_id } = orgManager.user;
  const [invitedUser, activeUser, stranger] = [
    await createUser({ org_id, state: "new" }),
    await createUser({ org_id }),
    await createUser({ state: "new" }),
  ];
  const member = await signedIn({ org_id });
  const support = await impersonating(orgManager.user);
  await inviteAgain(orgManager.client, activeUser.id);
  await inviteAgain(orgManager.client, stranger.id);
  expect((await inviteAgain(member.client, invitedUser.id)).status).toBe(403);
  expect((await inviteAgain(support.client, invitedUser.id)).status).toBe(403);
  expect((await orgManager.client.fetch("/portal/people/invite")).status).toBe(200);
  expect((await support.client.fetch("/portal/people/invite")).status).toBe(403);
  const ids = [invitedUser.id, activeUser.id, stranger.id];
  expect(await query("select 1 from outbox where user_id = any($1)", [ids])).toEqual([]);
  expect(await (await orgManager.client.fetch(`/portal/people/${activeUser.id}`)).text()).not.toContain(
    `${activeUser.id}/invite`,
  );
});

test("each role has its own sentence, and what everybody may do follows the last one", async () => {
  const { client } = await signedIn({ roles: ["org", "user"] });
  expect(await readWords(client, "/portal/people/invite")).toMatch(
    /Roles Organization manager Manages .+? Buyer Buys, .+? Beta tester Gets .+? Everybody sees orders, subscriptions, devices and downloads\. Invite to/,
  );
});

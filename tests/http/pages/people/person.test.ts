import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { startEmailChange } from "../../../../worker/contract/v1/admin/users.ts";
import { impersonating, signedIn, signedInAdmin, visitor } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { createUser, uniqueEmail } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { parseLink, openLink } from "../../../support/inbox.ts";
import { readWords } from "../words.ts";

const pathOf = ({ id }: { id: string }) => `/admin/people/${id}`;

describe("what stands on a person's page", () => {
  test("is who they are, where they are signed in, and each act as a form", async () => {
    const { client } = await signedInAdmin();
    const { user } = await signedIn({ roles: ["org", "buyer", "user"] });
    const text = await readWords(client, pathOf(user));
    for (const part of [
      `${user.first_name} ${user.last_name} Active`,
      user.email,
      "They have set a password.",
      "Mail a link for a new password",
      "Create a link to hand over",
      "Inactivate Test",
      "Unknown browser Last seen just now",
      "Sign out everywhere",
      "Act as Test for 30 minutes",
    ])
      expect(text).toContain(part);
  });

  test.each([
    [
      "somebody who never set up",
      "new",
      ["the set-up link again", "has not set up the account", "stops working at once"],
      ["a new password", "for 30 minutes", "is notified at once"],
    ],
    [
      "somebody who is inactivated",
      "inactive",
      ["Let Test sign in again", "You cannot act as an inactive user"],
      ["Mail ", "to hand over to", "Inactivate Test"],
    ],
  ] as const)(
    "of %s is what is allowed now, and why the rest is not",
    async (_who, state, presentTexts, absentTexts) => {
      const { client } = await signedInAdmin();
      const pageText = await readWords(client, pathOf(await createUser({ state })));
      for (const part of presentTexts) expect(pageText).toContain(part);
      for (const part of absentTexts) expect(pageText).not.toContain(part);
      expect(pageText).toContain("no active sessions");
    },
  );

  test("of an administrator says that nobody acts as one, of oneself that another must inactivate", async () => {
    const { client, user } = await signedInAdmin();
    const ownText = await readWords(client, pathOf(user));
    expect(ownText).toContain("You cannot inactivate yourself. Another administrator can.");
    expect(ownText).not.toContain(`Inactivate ${user.first_name}`);
    const otherText = await readWords(client, pathOf((await signedInAdmin()).user));
    expect(otherText).toContain("You cannot act as an administrator.");
    expect(otherText).not.toContain("for 30 minutes");
  });

  test("tells how mail came back, and of an email change that waits", async () => {
    const { client } = await signedInAdmin();
    const [bouncedUser, user] = [await createUser(), await createUser()];
    await query(
      "update users set email_returned = 'bounced', email_returned_at = now(), returned_email = email where id = $1",
      [bouncedUser.id],
    );
    const html = await (await client.fetch(pathOf(bouncedUser))).text();
    expect(html, "one paragraph, with the day in it").toMatch(
      /<p>Mail to [^<]+ came back on <time.+?<\/time>: the mail/,
    );
    const new_email = uniqueEmail();
    (await client.call(startEmailChange, { params: { user_id: user.id }, body: { new_email } })).reply();
    const pageText = await readWords(client, pathOf(user));
    expect(pageText).toContain(`A change to ${new_email} waits for its link`);
    expect(pageText).toContain(`Make a link for ${new_email} to hand over`);
  });

  test("is not there for anybody else, and nobody's is not there", async () => {
    const { client } = await signedInAdmin();
    expect((await client.fetch(pathOf({ id: randomUUID() }))).status).toBe(404);
    const stranger = await signedIn({ roles: ["org", "buyer", "user"] });
    for (const path of [pathOf(stranger.user), "/admin/people", "/admin/people/new", "/admin/people?format=csv"])
      expect((await stranger.client.fetch(path)).status, path).toBe(404);
    expect((await postForm(stranger.client, `${pathOf(stranger.user)}/inactivate`)).status).toBe(403);
  });
});

describe("a person whom two administrators change at once", () => {
  test("is not overwritten: the second sees both changes side by side, and saves again deliberately", async () => {
    const [dana, ben] = [await signedInAdmin(), await signedInAdmin()];
    const user = await createUser();
    const html = await (await ben.client.fetch(pathOf(user))).text();
    const seenParams = new URLSearchParams();
    for (const [, name = "", value = ""] of html.matchAll(
      /type="hidden" name="(updated_at|seen\.\w+)" value="([^"]*)"/g,
    ))
      seenParams.append(name, value);
    expect(seenParams.get("seen.last_name")).toBe(user.last_name);
    const createForm = (fields: Record<string, string>, hiddenParams: URLSearchParams) => {
      const defaults = { org_id: user.org_id, first_name: "Test", last_name: user.last_name, phone: "", roles: "user" };
      return new URLSearchParams([...new URLSearchParams({ ...defaults, ...fields }), ...hiddenParams]);
    };
    expect(
      (await postForm(dana.client, pathOf(user), createForm({ first_name: "Ada", phone: "555 0100" }, seenParams)))
        .status,
    ).toBe(303);
    const refusal = await postForm(ben.client, pathOf(user), createForm({ first_name: "Eve" }, seenParams));
    const page = await refusal.text();
    expect(refusal.status).toBe(422);
    expect(page).toContain("This has been changed by someone else.");
    const [, comparison = ""] = /aria-label="Changed in the meantime"[^>]*>(.*?)<\/section>/s.exec(page) ?? [];
    const pageText = comparison.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
    expect(pageText).toContain(`Changed by ${dana.user.first_name} ${dana.user.last_name} on `);
    expect(pageText).toContain("First name You read Test Is there now Ada You typed Eve");
    expect(pageText).toContain("Phone You read Empty Is there now 555 0100");
    expect(await query("select first_name, phone from users where id = $1", [user.id])).toEqual([
      { first_name: "Ada", phone: "555 0100" },
    ]);
    const [, updated_at = ""] = /name="updated_at" value="([^"]*)"/.exec(page) ?? [];
    const retryForm = createForm({ first_name: "Eve", phone: "555 0100" }, new URLSearchParams({ updated_at }));
    expect((await postForm(ben.client, pathOf(user), retryForm)).status).toBe(303);
    expect(await query("select first_name, phone from users where id = $1", [user.id])).toEqual([
      { first_name: "Eve", phone: "555 0100" },
    ]);
    const historyText = await readWords(ben.client, pathOf(user));
    expect(historyText).toContain("History");
    expect(historyText).toContain(`${dana.user.first_name} ${dana.user.last_name} changed`);
  });
});

describe("a link to hand over", () => {
  test("is shown once, says for whom, what for and until when, works, and is mailed to nobody", async () => {
    const { client } = await signedInAdmin();
    const user = await createUser({ state: "new" });
    const answer = await postForm(client, `${pathOf(user)}/hand-over`);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const html = await answer.text();
    expect(html).toMatch(new RegExp(`${user.last_name}.*sets up their account`, "s"));
    expect(html).toMatch(/It works once, until .*\d{4}, \d\d:\d\d/s);
    const link = parseLink(html);
    expect((await openLink(visitor(), link)).status).toBe(200);
    expect(await query("select 1 from outbox where user_id = $1", [user.id])).toEqual([]);
    expect(await (await client.fetch(pathOf(user))).text()).not.toContain(link.code);
    expect((await client.fetch(`${pathOf(user)}/hand-over`)).status).toBe(404);
  });

  test("is refused to who is no administrator, and from another site", async () => {
    const user = await createUser();
    const stranger = await signedIn({ roles: ["org", "user"] });
    expect((await postForm(stranger.client, `${pathOf(user)}/hand-over`)).status).toBe(404);
    const { client } = await signedInAdmin();
    const foreignHeaders = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    const answer = await client.fetch(`${pathOf(user)}/hand-over`, { method: "POST", headers: foreignHeaders });
    expect(answer.status).toBe(403);
    expect(await query("select 1 from verification_codes where user_id = $1", [user.id])).toEqual([]);
  });
});

describe("acting as a person", () => {
  test("asks for a reason, and leads to their account with a banner that has it", async () => {
    const { client, user: admin } = await signedInAdmin();
    const { user } = await signedIn();
    const actAs = (reason: string) => postForm(client, `${pathOf(user)}/act-as`, { reason });
    for (const reason of ["", "   "]) {
      const refusal = await actAs(reason);
      expect(refusal.status).toBe(422);
      expect(await refusal.text()).toContain("Enter a reason. Their organization sees it in its activity.");
    }
    expect((await actAs("Ticket <4711>")).headers.get("location")).toBe("/portal");
    const html = await (await client.fetch("/portal")).text();
    const [, banner = ""] = /class="impersonation">(.*?)<\/form>/s.exec(html) ?? [];
    const pageText = banner.replaceAll(/<[^>]*>/g, "");
    expect(pageText).toContain(
      `${admin.first_name} ${admin.last_name}, you are acting as ${user.first_name} ${user.last_name} of `,
    );
    expect(pageText).toMatch(/ for (29|30) min: Ticket &lt;4711/);
    expect(banner).toContain("End impersonation");
  });

  test("has the banner on every page of store and portal, and in place of the console", async () => {
    const { client, customer } = await impersonating();
    for (const path of ["/store", "/store/products", "/store/cart", "/portal", "/portal/people", "/portal/activity"]) {
      const answer = await client.fetch(path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(await answer.text(), path).toContain("End impersonation");
    }
    for (const path of ["/admin", "/admin/people", pathOf(customer), "/admin/nowhere"]) {
      const answer = await client.fetch(path);
      expect([path, answer.status]).toEqual([path, path === "/admin/nowhere" ? 404 : 403]);
      const html = await answer.text();
      expect(html, path).toContain("End impersonation");
      if (answer.status === 403) expect(html, path).toContain("End the impersonation to continue as yourself.");
    }
  });
});

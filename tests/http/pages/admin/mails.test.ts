import { expect, test } from "vitest";
import { signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { postForm } from "../../../support/forms.ts";
import { readWords } from "../words.ts";

const path = "/admin/settings/mails/userReactivated";
const validFields = {
  subject: "Your CrunchBox account is active again",
  preheader: "",
  title: "Your account is active again",
  body: "Welcome back.",
  action: "Open CrunchBox",
  footnote: "",
};

test("the settings lead to all mails by group, and each to its form with its fields", async () => {
  const { client } = await signedInAdmin();
  expect(await readWords(client, "/admin/settings")).toContain("Mails");
  const list = await readWords(client, "/admin/settings/mails");
  for (const group of ["Accounts", "Orders", "Payments", "Reminders and news", "Security", "Administrators"])
    expect(list).toContain(group);
  expect(list).toContain("Order confirmed Your order CB-1042 is confirmed Original");
  const form = await (await client.fetch("/admin/settings/mails/orderConfirmed")).text();
  expect(form).toContain("Your order {{order_number}} is confirmed and we are preparing it.");
  expect(form).toContain("<code>{{order_number}}</code>");
  expect((await client.fetch("/admin/settings/mails/nothing")).status).toBe(404);
});

test("what was typed stays when a part of it cannot be used, and nothing is saved", async () => {
  const { client } = await signedInAdmin();
  const answer = await postForm(client, path, { ...validFields, body: "Hi {{nmae}}", updated_at: "" });
  const html = await answer.text();
  expect(answer.status).toBe(422);
  expect(html).toContain("This mail has no field {{nmae}}.");
  expect(html).toContain(">Hi {{nmae}}</textarea>");
  expect(await query("select 1 from mail_texts where id = 'userReactivated'")).toEqual([]);
});

test("the preview is a document without rights, of what was typed, or says what is wrong with it", async () => {
  const { client } = await signedInAdmin();
  const preview = await postForm(client, `${path}/preview`, { ...validFields, body: "Hello <b>you</b>." });
  expect(preview.headers.get("content-security-policy")).toContain("sandbox");
  expect(preview.headers.get("cache-control")).toContain("no-store");
  const html = await preview.text();
  expect(html).toContain("Hello &lt;b");
  expect(html).toContain("Open CrunchBox");
  const refusalHtml = await (
    await postForm(client, `${path}/preview`, { ...validFields, body: "<i>{{x}}", subject: "" })
  ).text();
  expect(refusalHtml).toContain("Subject is required.");
  const unknownFieldHtml = await (
    await postForm(client, `${path}/preview`, { ...validFields, body: "<i>{{x}}" })
  ).text();
  expect(unknownFieldHtml).toContain("This mail has no field {{x}}.");
  expect(unknownFieldHtml).not.toContain("<i>");
});

test("a preview and a test mail are for owners, and not for forms of other sites", async () => {
  const { client } = await signedInAdmin();
  const foreignHeaders = { "sec-fetch-site": "cross-site", origin: "https://evil.test" };
  for (const target of [`${path}/preview`, `${path}/test`]) {
    expect((await postForm(client, target, validFields, foreignHeaders)).status).toBe(403);
    const { client: finance } = await signedInAdmin("finance");
    expect((await postForm(finance, target, validFields)).status).toBe(404);
    expect((await postForm(client, target.replace("userReactivated", "nothing"), validFields)).status).toBe(404);
  }
});

import { describe, expect, test } from "vitest";
import { createOrganization as create, listOrganizations } from "../../worker/contract/v1/admin/organizations.ts";
import { createUser as add } from "../../worker/contract/v1/admin/users.ts";
import { updateOwnOrganization as updateOrganization } from "../../worker/contract/v1/client/org.ts";
import { requestAccount } from "../../worker/contract/v1/sso/account-request.ts";
import { updateProfile } from "../../worker/contract/v1/sso/user.ts";
import { signedIn, signedInAdmin, visitor } from "../support/actors.ts";
import { createOrganization, unique, uniqueEmail } from "../support/factories.ts";

const invisibleCharacters = [
  "\u200b",
  "\u202e",
  "\u2060",
  "\u00ad",
  "\u3164",
  "\ufe0f",
  "\u2066",
  "\r\n",
  "\u0007",
  "\u200d",
];
const invisibleProblem = (field: string, name: string) => [`${field}: ${name} must not contain invisible characters.`];

describe("characters of no width and of direction are refused with the reason", () => {
  test.each(invisibleCharacters)("%j", async (character) => {
    const text = `A${character}da`;
    const [{ client }, admin] = [await signedIn({ roles: ["org", "user"] }), (await signedInAdmin()).client];
    expect((await client.call(updateProfile, { body: { first_name: text } })).problems).toEqual(
      invisibleProblem("first_name", "First name"),
    );
    const accountRequest = { email: uniqueEmail(), first_name: "Ada", last_name: text, org_name: text };
    expect((await visitor().call(requestAccount, { body: accountRequest })).problems).toEqual([
      ...invisibleProblem("last_name", "Last name"),
      ...invisibleProblem("org_name", "Organization"),
    ]);
    expect((await admin.call(create, { body: { name: text } })).problems).toEqual(
      invisibleProblem("name", "Organization"),
    );
    const address = { line1: text, city: "Berlin", postal_code: "10115", country: "DE" };
    const contacts = [{ name: text }];
    const answer = await client.call(updateOrganization, { body: { addressBooks: [{ address }], contacts } });
    expect(answer.issues.map(({ path }) => path.join(".")).toSorted()).toEqual([
      "addressBooks.0.address.line1",
      "contacts.0.name",
    ]);
  });

  test("joiners are letters of the scripts that join", async () => {
    const { client } = await signedIn();
    const first_name = "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627";
    expect((await client.call(updateProfile, { body: { first_name } })).reply().first_name).toBe(first_name);
  });
});

test("spellings that read alike are one name: the second is taken", async () => {
  const { client } = await signedInAdmin();
  const word = unique("Acme");
  const { name } = (await client.call(create, { body: { name: `  ${word}\u00a0\u2003 Robotics ` } })).reply();
  expect(name).toBe(`${word} Robotics`);
  const fullWidth = [...`${word} Robotics`].map((each) =>
    /[!-~]/.test(each) ? String.fromCharCode(each.charCodeAt(0) + 0xfee0) : each,
  );
  for (const spelling of [`${word}  Robotics`, `${word}\u00a0Robotics`, fullWidth.join("")])
    expect((await client.call(create, { body: { name: spelling } })).errcode).toBe("ORG_NAME_EXISTS");
});

test("an address line keeps its fractions", async () => {
  const { client } = await signedIn({ roles: ["org", "user"] });
  const address = { line1: "12½  Main\u00a0St", city: "Berlin", postal_code: "10115", country: "DE" };
  const { addressBooks } = (await client.call(updateOrganization, { body: { addressBooks: [{ address }] } })).reply();
  expect(addressBooks[0]?.address.line1).toBe("12½ Main St");
});

test("an email address in other characters of the same letters is refused", async () => {
  const body = { email: `ｕser${uniqueEmail()}`, first_name: "Ada", last_name: "L", org_name: "Acme" };
  expect((await visitor().call(requestAccount, { body })).problems).toEqual(["email: Invalid Email Address."]);
});

describe("letters that look alike are allowed and marked in the console", () => {
  const cyrillic = "\u0410";
  const mark = "Mixed letters";

  test("of an organization, in the list and on its page", async () => {
    const { client } = await signedInAdmin();
    const [mixedName, plainName] = [unique(`${cyrillic}cme`), unique("Plain Москва")];
    const { id } = (await client.call(create, { body: { name: mixedName } })).reply();
    await client.call(create, { body: { name: plainName } });
    const fetchList = async (search: string) =>
      (await client.fetch(`/admin/organizations?${new URLSearchParams({ search })}`)).text();
    expect(await fetchList(mixedName)).toContain(mark);
    expect(await fetchList(plainName)).not.toContain(mark);
    expect(await (await client.fetch(`/admin/organizations/${id}`)).text()).toContain(mark);
    expect((await client.call(listOrganizations, { query: { search: mixedName } })).reply().data).toHaveLength(1);
  });

  test("of a user's address, and of a request", async () => {
    const { client } = await signedInAdmin();
    const org_id = (await createOrganization()).id;
    const address = `\u0430dmin${uniqueEmail()}`;
    const last_name = unique("Mix").slice(0, 32);
    const body = { org_id, email: address, first_name: "Ada", last_name, roles: ["user" as const] };
    const { id } = (await client.call(add, { body })).reply();
    const fetchPage = async (path: string) => (await client.fetch(path)).text();
    expect(await fetchPage(`/admin/people?search=${last_name}`)).toContain(mark);
    expect(await fetchPage(`/admin/people/${id}`)).toContain(mark);
    const org_name = unique(`${cyrillic}sk`);
    const accountRequest = { email: uniqueEmail(), first_name: "Ada", last_name: "L", org_name };
    (await visitor().call(requestAccount, { body: accountRequest })).reply();
    expect(await fetchPage(`/admin/requests/list?${new URLSearchParams({ search: org_name })}`)).toContain(mark);
  });
});

import { expect, test } from "vitest";
import { getOwnOrganization } from "../../../worker/contract/v1/client/org.ts";
import { signedIn } from "../../support/actors.ts";
import { postForm } from "../../support/forms.ts";

const austin = {
  "address.line1": "1 Main Street",
  "address.city": "Austin",
  "address.state": "TX",
  "address.postal_code": "78701",
  "address.country": "US",
};
const signInManager = () => signedIn({ roles: ["org", "buyer", "user"] });
const stateControl = (html: string) => /<(select|input)[^>]*name="address\.state"/.exec(html)?.[1];
const forms = ["/portal/organization/addresses/new", "/portal/organization"] as const;

test.each(forms)("%s refuses an address of a country with states without one, and then offers them", async (path) => {
  const { client } = await signInManager();
  expect(stateControl(await (await client.fetch(path)).text())).toBe("input");
  for (const [state, problem] of [
    ["", "State is required."],
    ["Bavaria", "Choose one of the states."],
  ] as const) {
    const answer = await postForm(client, path, { name: "Acme", ...austin, "address.state": state });
    const html = await answer.text();
    expect([answer.status, html.includes(problem)]).toEqual([422, true]);
    expect(stateControl(html)).toBe("select");
    expect(html).toContain('value="1 Main Street"');
    expect(html).toContain('<option value="TX">Texas</option>');
  }
});

test("without script a state is typed as code or name, and kept as its code", async () => {
  const { client } = await signInManager();
  for (const state of ["tx", "Texas", " TEXAS "])
    expect((await postForm(client, forms[0], { ...austin, "address.state": state })).status).toBe(303);
  const { addressBooks } = (await client.call(getOwnOrganization)).reply();
  expect(addressBooks.map(({ address }) => address.state)).toEqual(["TX", "TX", "TX"]);
  const html = await (await client.fetch("/portal/organization/addresses/0")).text();
  expect(html).toMatch(/<option value="TX" selected(="")?>Texas<\/option>/);
});

test("elsewhere a region is a text that may be empty", async () => {
  const { client } = await signInManager();
  const london = { ...austin, "address.city": "London", "address.postal_code": "E1 6AN", "address.country": "GB" };
  for (const state of ["", "Greater London"])
    expect((await postForm(client, forms[0], { ...london, "address.state": state })).status).toBe(303);
  const { addressBooks } = (await client.call(getOwnOrganization)).reply();
  expect(addressBooks.map(({ address }) => address.state)).toEqual(["", "Greater London"]);
  expect(stateControl(await (await client.fetch("/portal/organization/addresses/1")).text())).toBe("input");
});

test.each([
  ["/portal/organization/addresses/new", {}, ["Address line 1 is required.", "Postal code is required."]],
  ["/portal/people/invite", {}, ["Email is required.", "First name is required."]],
  ["/portal/organization/contacts/new", { email: "x", name: "" }, ["Name is required.", "Invalid email address."]],
  ["/portal/profile", {}, ["First name is required.", "Last name is required."]],
])("%s tells several problems below its heading, by the names of the fields", async (path, fields, problems) => {
  const { client } = await signInManager();
  const answer = await postForm(client, path, fields);
  const html = await answer.text();
  expect(answer.status).toBe(422);
  const [, introHtml = ""] = /<\/h1>(.*?)<form[^>]*class="[^"]*form-grid"/s.exec(html) ?? [];
  const [, summary = ""] = /<div[^>]*role="alert"[^>]*>(.*?)<\/div>/s.exec(introHtml) ?? [];
  for (const problem of problems) expect(summary).toContain(`>${problem}</a>`);
  expect(html.match(/role="alert"/g)).toHaveLength(1);
});

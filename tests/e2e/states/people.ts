import { updateOwnOrganization } from "../../../worker/contract/v1/client/org.ts";
import { type Actor, impersonating, signedIn } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createSession, createUser } from "../../support/factories.ts";
import { expect } from "../../support/browser.ts";
import { button } from "../account/steps.ts";
import { type State, after, at } from "./state.ts";

const manager = () => signedIn({ roles: ["org", "buyer", "user"] });

/** A manager with thirty colleagues, one of them with the longest name there can be. */
async function managerOfMany(): Promise<Actor> {
  const boss = await manager();
  const { org_id } = boss.user;
  for (let count = 0; count < 30; count += 1) await createUser({ org_id, state: count % 7 ? "active" : "new" });
  const { id } = await createUser({ org_id, roles: ["org", "buyer", "user", "beta-tester"] });
  await query("update users set first_name = $2, last_name = $3 where id = $1", [
    id,
    "Maximiliane-Theodora",
    "Wittelsbach-Harrach",
  ]);
  return boss;
}

/** A member of an organization with a long name, addresses and contacts. */
async function memberOfFull(): Promise<Actor> {
  const member = await signedIn();
  const address = {
    line1: "2200 Riverside Drive",
    line2: null,
    city: "Austin",
    state: "TX",
    postal_code: "78741",
    country: "US",
  };
  const addressBooks = Array.from({ length: 50 }, () => ({ address, phone: "+1 512 555 0110" }));
  const contacts = [{ name: "Maximiliane-Theodora Wittelsbach-Harrach", role: "Goods-in", email: null, phone: null }];
  (await member.client.call(updateOwnOrganization, { body: { addressBooks, contacts } })).reply();
  return member;
}

export const peopleStates: State[] = [
  { name: "organization, empty", who: manager, reach: at("/portal/organization") },
  { name: "organization, full, read by a member", who: memberOfFull, reach: at("/portal/organization") },
  { name: "addresses, none", who: manager, reach: at("/portal/organization/addresses") },
  { name: "addresses", who: memberOfFull, reach: at("/portal/organization/addresses") },
  {
    name: "new address with errors",
    who: manager,
    reach: after(
      "/portal/organization/addresses/new",
      (page) => button(page, "Add the address").click(),
      "Country is required.",
    ),
  },
  { name: "contact", who: memberOfFull, reach: at("/portal/organization/contacts/0") },
  { name: "people, alone", who: manager, reach: at("/portal/people") },
  { name: "people, many", who: managerOfMany, reach: at("/portal/people") },
  { name: "people, nobody fits", who: manager, reach: at("/portal/people?search=nobody") },
  { name: "people, refused to a member", who: signedIn, reach: at("/portal/people") },
  {
    name: "invitation with errors",
    who: manager,
    reach: after(
      "/portal/people/invite",
      (page) => page.getByRole("button", { name: /^Invite to / }).click(),
      "First name is required.",
    ),
  },
  {
    name: "person, asked whether to inactivate",
    who: managerOfMany,
    reach: async (page) => {
      await page.goto("/portal/people?search=wittelsbach");
      await page.locator("tbody a").first().click();
      await button(page, "Inactivate Maximiliane-Theodora").click();
      await expect(button(page, "Yes, inactivate")).toBeVisible();
    },
  },
  { name: "activity, empty", who: signedIn, reach: at("/portal/activity") },
  { name: "activity", who: impersonating, reach: at("/portal/activity") },
  {
    name: "sessions, several",
    who: async () => {
      const person = await signedIn();
      for (let count = 0; count < 3; count += 1) await createSession(person.user.id, count ? "cookie" : "bearer");
      return person;
    },
    reach: at("/portal/sessions"),
  },
];

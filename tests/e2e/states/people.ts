import { updateOwnOrganization } from "../../../worker/contract/v1/client/org.ts";
import { type Actor, impersonating, signedIn } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createSession, createUser } from "../../support/factories.ts";
import { expect } from "../../support/browser.ts";
import { button } from "../account/steps.ts";
import { type State, openAndAct, openPath } from "./state.ts";

const createManager = () => signedIn({ roles: ["org", "buyer", "user"] });

/** Creates a manager with 31 colleagues, one of them with a very long name. */
async function createLargeOrganization(): Promise<Actor> {
  const orgManager = await createManager();
  const { org_id } = orgManager.user;
  for (let count = 0; count < 30; count += 1) await createUser({ org_id, state: count % 7 ? "active" : "new" });
  const { id } = await createUser({ org_id, roles: ["org", "buyer", "user", "beta-tester"] });
  await query("update users set first_name = $2, last_name = $3 where id = $1", [
    id,
    "Maximiliane-Theodora",
    "Wittelsbach-Harrach",
  ]);
  return orgManager;
}

async function createFullMember(): Promise<Actor> {
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
  { name: "organization, empty", who: createManager, reach: openPath("/portal/organization") },
  { name: "organization, full, read by a member", who: createFullMember, reach: openPath("/portal/organization") },
  { name: "addresses, none", who: createManager, reach: openPath("/portal/organization/addresses") },
  { name: "addresses", who: createFullMember, reach: openPath("/portal/organization/addresses") },
  {
    name: "new address with errors",
    who: createManager,
    reach: openAndAct(
      "/portal/organization/addresses/new",
      (page) => button(page, "Add the address").click(),
      "Country is required.",
    ),
  },
  { name: "contact", who: createFullMember, reach: openPath("/portal/organization/contacts/0") },
  { name: "people, alone", who: createManager, reach: openPath("/portal/people") },
  { name: "people, many", who: createLargeOrganization, reach: openPath("/portal/people") },
  { name: "people, nobody fits", who: createManager, reach: openPath("/portal/people?search=nobody") },
  { name: "people, refused to a member", who: signedIn, reach: openPath("/portal/people") },
  {
    name: "invitation with errors",
    who: createManager,
    reach: openAndAct(
      "/portal/people/invite",
      (page) => page.getByRole("button", { name: /^Invite to / }).click(),
      "First name is required.",
    ),
  },
  {
    name: "person, asked whether to inactivate",
    who: createLargeOrganization,
    reach: async (page) => {
      await page.goto("/portal/people?search=wittelsbach");
      await page.locator("tbody a").first().click();
      await button(page, "Inactivate Maximiliane-Theodora").click();
      await expect(button(page, "Yes, inactivate")).toBeVisible();
    },
  },
  { name: "activity, empty", who: signedIn, reach: openPath("/portal/activity") },
  { name: "activity", who: impersonating, reach: openPath("/portal/activity") },
  {
    name: "sessions, several",
    who: async () => {
      const person = await signedIn();
      for (let count = 0; count < 3; count += 1) await createSession(person.user.id, count ? "cookie" : "bearer");
      return person;
    },
    reach: openPath("/portal/sessions"),
  },
];

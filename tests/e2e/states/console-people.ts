import { startImpersonation } from "../../../worker/contract/v1/sso/impersonate-session.ts";
import { type Actor, signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createOrganization, createSession, createUser, unique } from "../../support/factories.ts";
import { type State, openPath } from "./state.ts";

const longReason = "Asked for by ticket 4711: the order of the second plant does not show in their list of this year";

/** Creates 25 people of one organization, among them active, inactive and new ones and one with a very long name. */
async function createPeople(): Promise<Actor & { org_id: string; long_id: string }> {
  const { id: org_id } = await createOrganization();
  await query("update organizations set name = $2 where id = $1", [
    org_id,
    unique("Hochleistungsspektroskopie Wittelsbach-Harrach"),
  ]);
  for (let count = 0; count < 24; count += 1)
    await createUser({ org_id, state: count % 7 ? "active" : count % 2 ? "inactive" : "new" });
  const { id } = await createUser({ org_id, roles: ["org", "buyer", "user", "beta-tester"] });
  await query(
    `update users set first_name = 'Maximiliane-Theodora', last_name = 'Wittelsbach-Harrach', phone = '+1 512 555 0110',
       email = left($2, 52) || '@example.test', email_returned = 'bounced', email_returned_at = now(),
       returned_email = left($2, 52) || '@example.test'
     where id = $1`,
    [id, `${unique("m")}-theodora.wittelsbach-harrach.and.more.of.it`],
  );
  for (let count = 0; count < 3; count += 1) await createSession(id, count ? "cookie" : "bearer");
  return { ...(await signedInAdmin()), org_id, long_id: id };
}

let cachedPeople: Awaited<ReturnType<typeof createPeople>> | undefined;
const findOrCreateAdministrator = async () => (cachedPeople ??= await createPeople());

async function startActing(): Promise<Actor> {
  const [admin, customer] = [await signedInAdmin(), await createUser({ roles: ["org", "buyer", "user"] })];
  (await admin.client.call(startImpersonation, { body: { user_id: customer.id, reason: longReason } })).reply();
  return { ...admin, token: admin.client.cookies.get("__Host-session") ?? "" };
}

export const consolePeopleStates: State[] = [
  {
    name: "people of the shop, many",
    who: findOrCreateAdministrator,
    reach: async (page) => void (await page.goto(`/admin/people?org_id=${cachedPeople?.org_id}&is_active=true`)),
  },
  {
    name: "person of the shop, whose mail comes back",
    who: findOrCreateAdministrator,
    reach: async (page) => void (await page.goto(`/admin/people/${cachedPeople?.long_id}`)),
  },
  { name: "staff", who: findOrCreateAdministrator, reach: openPath("/admin/staff") },
  {
    name: "staff member who is no owner",
    who: findOrCreateAdministrator,
    reach: async (page) => page.goto(`/admin/staff/${(await signedInAdmin("support")).user.id}`),
  },
  { name: "console while acting as a customer", who: startActing, reach: openPath("/admin/people") },
];

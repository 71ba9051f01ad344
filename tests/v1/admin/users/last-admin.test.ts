import { afterAll, beforeAll, expect, test } from "vitest";
import { updateStaff } from "../../../../worker/contract/v1/admin/staff.ts";
import { inactivateUser, updateUser } from "../../../../worker/contract/v1/admin/users.ts";
import { actorsOn } from "../../../support/actors.ts";
import { startOwnApp } from "../../../support/app.ts";
import { openDatabase, type Query } from "../../../support/database.ts";
import { factoriesOn } from "../../../support/factories.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let database: Query;
let actors: ReturnType<typeof actorsOn>;
beforeAll(async () => {
  app = await startOwnApp();
  database = openDatabase(app.sandbox.databaseUrl);
  actors = actorsOn({ query: database, factories: factoriesOn(database), url: app.worker.url });
});
afterAll(() => app?.stop());

async function createOnlyAdmins(count: number) {
  await database("update users set roles = array['user'] where 'admin' = any(roles)");
  return Promise.all(Array.from({ length: count }, () => actors.signedInAdmin()));
}
const countOwners = async () =>
  (await database("select 1 from users where is_active and 'admin' = any(roles) and preset = 'owner'")).length;
const roles = ["user"];

test("the last administrator stays one, whoever asks, and may change everything else", async () => {
  const [admin] = await createOnlyAdmins(1);
  const params = { user_id: admin?.user.id ?? "" };
  const refused = await admin?.client.call(updateUser, { params, body: { roles } });
  expect([refused?.status, refused?.errcode]).toEqual([422, "INVALID_ROLES"]);
  expect(await countOwners()).toBe(1);
  expect((await admin?.client.call(updateUser, { params, body: { first_name: "Ada" } }))?.status).toBe(200);
});

test("an administrator who is inactive, or never agreed, is none who stays", async () => {
  const [admin, other] = await createOnlyAdmins(2);
  for (const change of ["is_active = false", "is_active = true, agreed_at = null"]) {
    await database(`update users set ${change} where id = $1`, [other?.user.id]);
    const params = { user_id: admin?.user.id ?? "" };
    expect((await admin?.client.call(updateUser, { params, body: { roles } }))?.errcode).toBe("INVALID_ROLES");
  }
});

test("one who is no owner does not stay for the last owner", async () => {
  const [admin, other] = await createOnlyAdmins(2);
  await database("update users set preset = 'finance' where id = $1", [other?.user.id]);
  const params = { user_id: admin?.user.id ?? "" };
  expect((await admin?.client.call(updateUser, { params, body: { roles } }))?.errcode).toBe("INVALID_ROLES");
  expect((await admin?.client.call(updateStaff, { params, body: { preset: "support" } }))?.errcode).toBe(
    "INVALID_ROLES",
  );
  expect(await countOwners()).toBe(1);
});

test("one of two may step down", async () => {
  const [admin] = await createOnlyAdmins(2);
  const params = { user_id: admin?.user.id ?? "" };
  expect((await admin?.client.call(updateUser, { params, body: { roles } }))?.status).toBe(200);
  expect(await countOwners()).toBe(1);
});

test.each([
  ["take the role from each other", updateUser, { roles }],
  ["step down", updateUser, { roles }],
  ["inactivate each other", inactivateUser, undefined],
  ["make each other support", updateStaff, { preset: "support" }],
])("of two who %s at the same moment one stays", async (what, spec, body) => {
  for (let turn = 0; turn < 5; turn += 1) {
    const [one, other] = await createOnlyAdmins(2);
    const swap = what !== "step down";
    const targets = swap ? [other, one] : [one, other];
    const answers = await Promise.all(
      [one, other].map((actor, at) =>
        actor?.client.call(spec, { params: { user_id: targets[at]?.user.id ?? "" }, ...(body && { body }) }),
      ),
    );
    expect(await countOwners(), `${answers.map((answer) => answer?.status).join()}`).toBe(1);
    for (const answer of answers) expect(answer?.status ?? 500).toBeLessThan(500);
  }
});

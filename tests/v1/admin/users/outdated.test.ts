import { expect, test } from "vitest";
import { getUser as read, updateUser as update } from "../../../../worker/contract/v1/admin/users.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { createUser } from "../../../support/factories.ts";
import { addMicrosecond, spellInstant } from "../../../support/spellings.ts";

test("of two administrators who change one person the second is OBJECT_OUTDATED and sees what is there", async () => {
  const [dana, ben] = [await signedInAdmin(), await signedInAdmin()];
  const params = { user_id: (await createUser()).id };
  const { updated_at } = (await dana.client.call(read, { params })).reply();
  const first = (await dana.client.call(update, { params, body: { first_name: "Ada", updated_at } })).reply();
  const body = { first_name: "Eve", roles: ["user", "buyer"], updated_at };
  const refused = await ben.client.call(update, { params, body });
  expect([refused.status, refused.errcode]).toEqual([422, "OBJECT_OUTDATED"]);
  expect((await ben.client.call(read, { params })).reply()).toEqual(first);
  expect(first).toMatchObject({ first_name: "Ada", roles: ["user"] });
  const secondAnswer = await ben.client.call(update, { params, body: { ...body, updated_at: first.updated_at } });
  expect(secondAnswer.reply().first_name).toBe("Eve");
  // A change without a version overwrites.
  expect((await dana.client.call(update, { params, body: { first_name: "Dana" } })).reply().first_name).toBe("Dana");
});

test("by twenty at once a person is changed once", async () => {
  const { client } = await signedInAdmin();
  const params = { user_id: (await createUser()).id };
  const { updated_at } = (await client.call(read, { params })).reply();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => client.call(update, { params, body: { last_name: `by ${at}`, updated_at } })),
  );
  expect(answers.map(({ status, errcode }) => errcode ?? status).toSorted()).toEqual([
    200,
    ...Array.from({ length: 19 }, () => "OBJECT_OUTDATED"),
  ]);
  const entries = await query("select 1 from audit_log where action = 'updateUser' and subject_id = $1", [
    params.user_id,
  ]);
  expect(entries).toHaveLength(1);
});

test("the version that was read is an instant, however it is written", async () => {
  const { client } = await signedInAdmin();
  const params = { user_id: (await createUser()).id };
  const change = (body: object) => client.call(update, { params, body });
  for (const at of [0, 1, 2, 3]) {
    const { updated_at } = (await client.call(read, { params })).reply();
    const first_name = `Ada ${at}`;
    const later = await change({ first_name, updated_at: addMicrosecond(updated_at) });
    expect(later.errcode, updated_at).toBe("OBJECT_OUTDATED");
    expect((await change({ first_name, updated_at: spellInstant(updated_at)[at] })).reply().first_name).toBe(
      first_name,
    );
  }
});

test("a version that is none is refused with 400, which shows one", async () => {
  const { client } = await signedInAdmin();
  const params = { user_id: (await createUser()).id };
  const answer = await client.call(update, { params, body: { first_name: "Ada", updated_at: "yesterday" } });
  expect([answer.status, answer.issues[0]?.path]).toEqual([400, ["updated_at"]]);
  expect(answer.issues[0]?.message).toContain("such as 2026-11-23T10:00:00.000Z");
});

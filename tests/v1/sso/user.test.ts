import { describe, expect, test } from "vitest";
import { getProfile, updateProfile } from "../../../worker/contract/v1/sso/user.ts";
import { impersonating, signedIn, visitor } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { firstNameCases, lastNameCases, phoneCases, formatProblems } from "../../support/field-messages.ts";

describe("reading the own profile", () => {
  test("answers every field of a user, and nothing secret", async () => {
    const { client, user } = await signedIn({ roles: ["org", "user"] });
    const answer = await client.call(getProfile);
    expect(answer.reply()).toMatchObject({
      success: true,
      id: user.id,
      org_id: user.org_id,
      email: user.email,
      first_name: user.first_name,
      last_name: user.last_name,
      phone: null,
      roles: ["org", "user"],
      is_email_verified: true,
      is_active: true,
      notification_settings: { is_subscribed: true },
    });
    expect(answer.text).not.toMatch(/hash|scrypt|agreed/);
  });

  test("works with a bearer session and not without any", async () => {
    expect((await (await signedIn({ kind: "bearer" })).client.call(getProfile)).status).toBe(200);
    expect((await visitor().call(getProfile)).errcode).toBe("SECURITY_CHECK_FAILED");
  });
});

describe("changing the own profile", () => {
  test("stores what was sent and answers the whole profile", async () => {
    const { client, user } = await signedIn();
    const body = {
      first_name: "  Uma ",
      last_name: "Patel",
      phone: "+1 555 0100 2000",
      notification_settings: { is_subscribed: false },
    };
    const { updated_at, ...profile } = (await client.call(updateProfile, { body })).reply();
    expect(profile).toMatchObject({ ...body, first_name: "Uma", id: user.id, email: user.email });
    expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(profile.created_at));
    expect((await client.call(getProfile)).reply()).toMatchObject({ first_name: "Uma", phone: body.phone });
  });

  test("keeps the fields that are left out, and clears a phone that is null or blank", async () => {
    const { client, user } = await signedIn();
    await client.call(updateProfile, { body: { phone: "555" } });
    expect((await client.call(updateProfile, { body: { first_name: "Only" } })).reply()).toMatchObject({
      first_name: "Only",
      last_name: user.last_name,
      phone: "555",
    });
    expect((await client.call(updateProfile, { body: { phone: null } })).reply().phone).toBeNull();
    await client.call(updateProfile, { body: { phone: "555" } });
    expect((await client.call(updateProfile, { body: { phone: " " } })).reply().phone).toBeNull();
    expect((await client.call(updateProfile, { body: {} })).status).toBe(200);
  });

  test("stores no setting that it does not know", async () => {
    const { client, user } = await signedIn();
    (await client.call(updateProfile, { body: { notification_settings: { is_subscribed: false, evil: 1 } } })).reply();
    expect(await query("select notification_settings from users where id = $1", [user.id])).toEqual([
      { notification_settings: { is_subscribed: false } },
    ]);
  });

  test("leaves an audit row with the actor, the names of the fields, and what they were before and are since", async () => {
    const { client, user } = await signedIn();
    (await client.call(updateProfile, { body: { phone: "555-0100" } })).reply();
    const rows = await query(
      "select actor_id, impersonator_id, data from audit_log where action = 'updateProfile' and subject_id = $1",
      [user.id],
    );
    const data = { fields: ["phone"], changes: { phone: [null, "555-0100"] } };
    expect(rows).toEqual([{ actor_id: user.id, impersonator_id: null, data }]);
  });

  test("is possible for an administrator who impersonates, who can help with a name", async () => {
    expect(
      (await (await impersonating()).client.call(updateProfile, { body: { last_name: "Corrected" } })).status,
    ).toBe(200);
  });

  const fields = [
    ["first_name", firstNameCases],
    ["last_name", lastNameCases],
    ["phone", phoneCases],
  ] as const;
  const cases = fields.flatMap(([field, list]) =>
    list.filter(([, value]) => value !== undefined).map((each) => [field, ...each] as const),
  );

  test.each(cases)("is refused when %s is %s", async (field, _what, value, messages) => {
    const answer = await (await signedIn()).client.call(updateProfile, { body: { [field]: value } });
    expect(answer.status).toBe(400);
    expect(answer.problems).toEqual(formatProblems(field, messages));
  });

  test.each([[{ is_subscribed: "yes" }], [{}], [true]])(
    "is refused when notification_settings is %j",
    async (notification_settings) => {
      expect((await (await signedIn()).client.call(updateProfile, { body: { notification_settings } })).status).toBe(
        400,
      );
    },
  );

  test("takes markup as the text it is", async () => {
    const { client } = await signedIn();
    const first_name = "<script>alert(1)</script>";
    expect((await client.call(updateProfile, { body: { first_name } })).reply().first_name).toBe(first_name);
  });

  test.each(["", "{", "[]", "null", "7"])("with the body %j is refused with 400 or 415", async (body) => {
    const answer = await (
      await signedIn()
    ).client.call(updateProfile, { body, headers: { "content-type": "application/json" } });
    expect(answer.status).toBe(400);
  });

  test("with a body that is not JSON is refused with 415", async () => {
    const answer = await (
      await signedIn()
    ).client.call(updateProfile, {
      body: "first_name=A",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(answer.status).toBe(415);
  });
});

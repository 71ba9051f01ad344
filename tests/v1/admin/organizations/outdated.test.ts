import { describe, expect, test } from "vitest";
import { updateOwnOrganization } from "../../../../worker/contract/v1/client/org.ts";
import {
  getOrganization as read,
  updateOrganization as update,
} from "../../../../worker/contract/v1/admin/organizations.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { createOrganization, unique, uniqueEmail } from "../../../support/factories.ts";
import { shop } from "../../../support/store.ts";

const listEntries = (org_id: string) =>
  query("select id from audit_log where action = 'updateOrganization' and org_id = $1", [org_id]);

describe("an organization that several change at once", () => {
  test("is changed by the first who read it; the next are OBJECT_OUTDATED and see what is there", async () => {
    const [dana, ben] = [await signedInAdmin(), await signedInAdmin()];
    const params = { org_id: (await createOrganization()).id };
    const { updated_at } = (await dana.client.call(read, { params })).reply();
    const first = (await dana.client.call(update, { params, body: { notes: "Dana was here", updated_at } })).reply();
    const refused = await ben.client.call(update, {
      params,
      body: { notes: "Ben was here", industry: "Optics", updated_at },
    });
    expect([refused.status, refused.errcode]).toEqual([422, "OBJECT_OUTDATED"]);
    expect((await ben.client.call(read, { params })).reply()).toEqual(first);
    expect(first).toMatchObject({ notes: "Dana was here", industry: null });
    expect(await listEntries(params.org_id)).toHaveLength(1);
    const secondBody = { notes: "Ben was here", updated_at: first.updated_at };
    expect((await ben.client.call(update, { params, body: secondBody })).reply().notes).toBe("Ben was here");
    // A change without a version overwrites.
    expect((await dana.client.call(update, { params, body: { notes: null } })).reply().notes).toBeNull();
  });

  test("by twenty at once is changed once", async () => {
    const { client } = await signedInAdmin();
    const params = { org_id: (await createOrganization()).id };
    const { updated_at } = (await client.call(read, { params })).reply();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => client.call(update, { params, body: { notes: `by ${at}`, updated_at } })),
    );
    expect(answers.map(({ status, errcode }) => errcode ?? status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 19 }, () => "OBJECT_OUTDATED"),
    ]);
    const current = (await client.call(read, { params })).reply();
    expect(answers.find(({ status }) => status === 200)?.reply()).toEqual(current);
    expect(await listEntries(params.org_id)).toHaveLength(1);
  });

  test("is known at the payment provider by the name that it has in the end", async () => {
    const { org_id, customer } = await shop.buyer();
    const { client } = await signedInAdmin();
    const params = { org_id };
    const { updated_at, name } = (await client.call(read, { params })).reply();
    const answers = await Promise.all(
      Array.from({ length: 3 }, (_, at) =>
        client.call(update, { params, body: { name: `${name} ${at}`, billing_email: `b${at}@org.test`, updated_at } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const current = (await client.call(read, { params })).reply();
    expect((await shop.objects("customer", { id: customer }))[0]).toMatchObject({
      name: current.name,
      email: current.billing_email,
    });
  });

  test("is known at the payment provider by its last change, also if the provider is slow with the one before", async () => {
    const { org_id, customer } = await shop.buyer();
    const [dana, ben] = [await signedInAdmin(), await signedInAdmin()];
    const [params, slowName, lastName] = [{ org_id }, unique("Slow"), unique("Last")];
    await shop.sandbox.addFault({ service: "stripe", kind: "hang", text: slowName });
    const slow = dana.client.call(update, { params, body: { name: slowName } });
    await expect.poll(async () => JSON.stringify(await shop.sandbox.faults())).not.toContain(slowName);
    (await ben.client.call(update, { params, body: { name: lastName } })).reply();
    // The call that hung is cut off, and the provider's library sends it again.
    await shop.sandbox.clearFaults();
    (await slow).reply();
    expect((await shop.objects("customer", { id: customer }))[0]).toMatchObject({ name: lastName });
  });

  test("is known at the payment provider by its last change, also if a worker without a lease ends a call before", async () => {
    const { org_id, customer } = await shop.buyer();
    const { client } = await signedInAdmin();
    const [params, slowName, lastName] = [{ org_id }, unique("Slow"), unique("Last")];
    await shop.sandbox.addFault({ service: "stripe", kind: "hang", text: slowName });
    const slow = client.call(update, { params, body: { name: slowName } });
    await expect.poll(async () => JSON.stringify(await shop.sandbox.faults())).not.toContain(slowName);
    // As after a minute, another worker sends what is stored, and the next change waits for the provider.
    await query("update customer_updates set lease_until = now() where org_id = $1", [org_id]);
    (await client.call(update, { params, body: { name: unique("Between") } })).reply();
    await shop.sandbox.addFault({ service: "stripe", kind: "status", value: 500, text: lastName, times: 2 });
    (await client.call(update, { params, body: { name: lastName } })).reply();
    await shop.sandbox.clearFaults();
    (await slow).reply();
    await shop.settled();
    expect((await shop.objects("customer", { id: customer }))[0]).toMatchObject({ name: lastName });
  });

  test("is known at the payment provider by its new name and its new address when two change one each", async () => {
    const { org_id, customer } = await shop.buyer();
    const [dana, ben] = [await signedInAdmin(), await signedInAdmin()];
    const params = { org_id };
    const [name, billing_email, notes] = [unique("Renamed"), uniqueEmail(), unique("Note")];
    // Ben's address, with the former name, is at the provider before Dana's name is stored.
    const { arrived, release } = await shop.sandbox.holdBack(notes);
    const renamed = dana.client.call(update, { params, body: { name, notes } });
    await arrived();
    (await ben.client.call(update, { params, body: { billing_email } })).reply();
    await release();
    expect((await renamed).reply()).toMatchObject({ name, billing_email, notes });
    expect((await shop.objects("customer", { id: customer }))[0]).toMatchObject({ name, email: billing_email });
  });

  test("is not overwritten by its own people either, and what is no instant is refused", async () => {
    const { client, user } = await signedIn({ roles: ["org", "user"] });
    const admin = await signedInAdmin();
    const params = { org_id: user.org_id };
    const { updated_at } = (await admin.client.call(read, { params })).reply();
    (await admin.client.call(update, { params, body: { industry: "Optics" } })).reply();
    const refused = await client.call(updateOwnOrganization, { body: { industry: "Robotics", updated_at } });
    expect([refused.status, refused.errcode]).toEqual([422, "OBJECT_OUTDATED"]);
    expect((await admin.client.call(read, { params })).reply().industry).toBe("Optics");
    for (const invalidInstant of ["yesterday", "0000-01-01T00:00:00Z", "2026-02-30T00:00:00Z"]) {
      const { status, issues } = await admin.client.call(update, {
        params,
        body: { notes: "x", updated_at: invalidInstant },
      });
      expect([status, issues[0]?.path], invalidInstant).toEqual([400, ["updated_at"]]);
    }
  });
});

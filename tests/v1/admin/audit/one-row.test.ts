import { expect, test } from "vitest";
import {
  approveAccountRequests,
  rejectAccountRequests,
} from "../../../../worker/contract/v1/admin/account-requests.ts";
import { createAdminOrgProduct, deleteAdminOrgProduct } from "../../../../worker/contract/v1/admin/org-products.ts";
import { createOrganization, updateOrganization } from "../../../../worker/contract/v1/admin/organizations.ts";
import {
  archiveProduct,
  publishProduct,
  unarchiveProduct,
  unpublishProduct,
} from "../../../../worker/contract/v1/admin/products.ts";
import { giveSubscription, updateSubscription } from "../../../../worker/contract/v1/admin/subscriptions.ts";
import {
  createUser,
  inactivateUser,
  reactivateUser,
  resetUserPassword,
  updateUser,
} from "../../../../worker/contract/v1/admin/users.ts";
import type { Answer } from "../../../support/client.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { createAccountRequest, createProduct, unique, uniqueEmail } from "../../../support/factories.ts";
import { shop } from "../../../support/store.ts";

const isoInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test("an act leaves exactly one entry for each thing that it changed, with the difference, and one that is refused none", async () => {
  const admin = await signedInAdmin();
  const { client } = admin;
  let entryCount = 0;
  /** The entries since the last read, each as "action subject: changed fields". */
  const readNewEntries = async () => {
    const rows = await query<{ what: string; changed: string[]; subject_id: string }>(
      `select action || ' ' || subject_type as what, subject_id,
        array(select jsonb_object_keys(data -> 'changes') order by 1) as changed
       from audit_log where actor_id = $1 order by created_at, id offset $2`,
      [admin.user.id, entryCount],
    );
    entryCount += rows.length;
    expect(new Set(rows.map(({ what, subject_id }) => what + subject_id)).size).toBe(rows.length);
    return rows.map(({ what, changed }) => [what, changed.join(" ")].join(": ")).toSorted();
  };
  const expectRefused = async (answer: Answer) => {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await readNewEntries()).toEqual([]);
  };

  const name = unique("Once");
  const org = (await client.call(createOrganization, { body: { name } })).reply();
  expect(await readNewEntries()).toEqual([expect.stringMatching(/^createOrganization organization: .*\bname\b/)]);
  await expectRefused(await client.call(createOrganization, { body: { name } }));
  (await client.call(updateOrganization, { params: { org_id: org.id }, body: { industry: "Optics" } })).reply();
  expect(await readNewEntries()).toEqual(["updateOrganization organization: industry"]);

  const person = { org_id: org.id, first_name: "Ana", last_name: "Silva", phone: null, roles: ["user"] };
  const email = uniqueEmail();
  const { id: user_id } = (await client.call(createUser, { body: { ...person, email } })).reply();
  expect(await readNewEntries()).toEqual([
    expect.stringMatching(/^createUser user: .*\bemail\b/),
    "issueVerificationCode user: ",
  ]);
  await expectRefused(await client.call(createUser, { body: { ...person, email } }));
  const params = { user_id };
  (await client.call(updateUser, { params, body: { ...person, roles: ["org", "user"] } })).reply();
  expect(await readNewEntries()).toEqual(["updateUser user: roles"]);
  (await client.call(inactivateUser, { params })).reply();
  expect(await readNewEntries()).toEqual(["inactivateUser user: is_active"]);
  (await client.call(inactivateUser, { params })).reply();
  expect(await readNewEntries()).toEqual([]);
  (await client.call(reactivateUser, { params })).reply();
  expect(await readNewEntries()).toEqual(["reactivateUser user: is_active"]);
  (await client.call(resetUserPassword, { params })).reply();
  expect(await readNewEntries()).toEqual(["issueVerificationCode user: "]);

  const product = await shop.createProduct();
  const productInput = { params: { product_id: product.id } };
  for (const [call, changed] of [
    [unpublishProduct, "unpublishProduct product: is_published"],
    [archiveProduct, "archiveProduct product: is_archived"],
    [unarchiveProduct, "unarchiveProduct product: is_archived"],
    [publishProduct, "publishProduct product: is_published"],
  ] as const) {
    (await client.call(call, productInput)).reply();
    expect(await readNewEntries()).toEqual([changed]);
    await expectRefused(await client.call(call, productInput));
  }

  const deviceProduct = await createProduct();
  const device = { product_id: deviceProduct.id, serial_number: deviceProduct.serial() };
  const registeredDevice = (
    await client.call(createAdminOrgProduct, { params: { org_id: org.id }, body: device })
  ).reply();
  expect(await readNewEntries()).toEqual(["registerDevice device: "]);
  const deviceInput = { params: { org_id: org.id, id: registeredDevice.id } };
  (await client.call(deleteAdminOrgProduct, deviceInput)).reply();
  expect(await readNewEntries()).toEqual(["removeDevice device: is_deleted"]);
  await expectRefused(await client.call(deleteAdminOrgProduct, deviceInput));

  const plan = await shop.createPlan();
  const body = { product_id: plan.id, org_id: org.id, start_date: isoInDays(-1), end_date: isoInDays(30) };
  const { id: subscription_id } = (await client.call(giveSubscription, { body })).reply();
  expect(await readNewEntries()).toEqual([expect.stringMatching(/^giveSubscription subscription: .*\bamount\b/)]);
  (await client.call(updateSubscription, { params: { subscription_id }, body: { end_date: isoInDays(40) } })).reply();
  expect(await readNewEntries()).toEqual(["updateSubscription subscription: cancel_at"]);

  const [one, other, third] = [
    await createAccountRequest(),
    await createAccountRequest(),
    await createAccountRequest(),
  ];
  const request_ids = [one.id, other.id];
  const approval = { request_ids, org_id: org.id, roles: ["user"], serial_numbers: [null, null] };
  (await client.call(approveAccountRequests, { body: approval })).reply();
  expect((await readNewEntries()).map((line) => line.replace(/:.*/, ""))).toEqual([
    "approveAccountRequest account_request",
    "approveAccountRequest account_request",
    "createUser user",
    "createUser user",
    "issueVerificationCode user",
    "issueVerificationCode user",
  ]);
  await expectRefused(await client.call(approveAccountRequests, { body: approval }));
  await expectRefused(await client.call(rejectAccountRequests, { body: { request_ids: [third.id, one.id] } }));
  (await client.call(rejectAccountRequests, { body: { request_ids: [third.id] } })).reply();
  expect(await readNewEntries()).toEqual(["rejectAccountRequest account_request: status"]);
});

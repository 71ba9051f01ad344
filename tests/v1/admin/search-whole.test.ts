import { randomInt } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { searchConsole } from "../../../worker/contract/v1/admin/search.ts";
import { createOrganizationRows, type OrganizationRows } from "../../http/organization-rows.ts";
import { signedInAdmin } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createAccountRequest, unique } from "../../support/factories.ts";

let admin: Client;
let rows: OrganizationRows;
beforeAll(async () => {
  admin = (await signedInAdmin()).client;
  rows = await createOrganizationRows();
});

const setTrackingNumbers = (order_id: string, numbers: string[]) =>
  query(
    `update orders set shipping_data = jsonb_set(shipping_data, '{packages}', (
       select jsonb_agg(jsonb_build_object(
         'tracking_id', number, 'tracking_link', null, 'freight_carrier', null, 'freight_service', null
       ))
       from unnest($2::text[]) number
     )) where id = $1`,
    [order_id, numbers],
  );

const search = async (text: string) => (await admin.call(searchConsole, { query: { q: text } })).reply().groups;

const findExact = async (text: string): Promise<string[]> =>
  (await search(text)).flatMap(({ kind, rows: hits }) =>
    hits.filter(({ is_exact }) => is_exact).map(({ id, found_by }) => `${kind} ${id} ${found_by}`),
  );

describe("an address that is typed whole is exactly it", () => {
  test("of the organization that gets its invoices there", async () => {
    const email = `billing@${unique("mill")}.test`;
    await query("update organizations set billing_email = $2 where id = $1", [rows.org_id, email]);
    expect(await findExact(email.toUpperCase())).toEqual([`organizations ${rows.org_id} email`]);
  });

  test("of a request that was decided", async () => {
    const { id, email } = await createAccountRequest();
    await query("update account_requests set status = 'rejected' where id = $1", [id]);
    expect(await findExact(email.toUpperCase())).toEqual([`requests ${id} email`]);
    const [group] = await search(email.slice(0, -1));
    expect(group?.rows).toMatchObject([{ id, is_exact: false }]);
  });
});

test("a refund that is on its way leads by the provider's id to its invoice", async () => {
  const refund = unique("re");
  await query(
    `insert into refunds (key, asked_for, org_id, order_id, invoice_id, amount, action, actor_id, stripe_refund_id, next_at)
     values ($1, '{}', $2, $3, $4, 1, 'refundOrder', $5, $6, now() + interval '1 day')`,
    [unique("key"), rows.org_id, rows.order_id, rows.invoice_id, rows.user_id, refund],
  );
  expect(await findExact(refund)).toEqual([`invoices ${rows.invoice_id} provider`]);
});

test("a tracking number that was kept in small letters is found in capitals, and the other way round", async () => {
  const [small, large] = [await createOrganizationRows(), await createOrganizationRows()];
  const number = unique("1z").toLowerCase();
  await setTrackingNumbers(small.order_id, [number, unique("1z").toLowerCase()]);
  expect(await findExact(number.toUpperCase())).toEqual([`orders ${small.order_id} tracking`]);
  const other = unique("1z").toUpperCase();
  await setTrackingNumbers(large.order_id, [unique("1Z"), other]);
  expect(await findExact(other.toLowerCase())).toEqual([`orders ${large.order_id} tracking`]);
  expect(await search(other.slice(0, -1))).toEqual([]);
});

test("the id of an invoice in accounting leads to it", async () => {
  const id = String(randomInt(1e12, 9e12));
  await query("update invoices set net_suite_id = $2 where id = $1", [rows.invoice_id, id]);
  expect(await findExact(id)).toEqual([`invoices ${rows.invoice_id} accounting`]);
  expect(await search(id.slice(0, -1))).toEqual([]);
});

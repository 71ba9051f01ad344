import { afterAll, beforeAll, expect, test } from "vitest";
import { type RecordedWorker, startRecordedWorker } from "../../support/app.ts";
import { createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { shop } from "../../support/store.ts";

let worker: RecordedWorker;
beforeAll(async () => {
  worker = await startRecordedWorker();
});
afterAll(() => worker?.stop());

type Plan = { Alias?: string; "Actual Rows": number; Plans?: Plan[] };
const flattenPlan = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flattenPlan)];

/** Counts the rows that PostgreSQL finds in the separate lookups by purchase order and package number. */
async function countSeparateRows(path: string, search: string, { token, org_id }: Buyer): Promise<number> {
  worker.recorder.take();
  const response = await createClient({ session: token, url: worker.url }).fetch(`${path}?search=${search}`);
  expect(await response.json()).toMatchObject({ data: [], meta: { count: 0 } });
  const sent = worker.recorder.take().find((each) => each.query.includes("total as materialized"));
  // the statement is batched with the session lookup, which sets the organization
  const text = sent?.query.replaceAll("current_setting('caller.org_id')", `'${org_id}'`);
  const [row] = await query<{ "QUERY PLAN": [{ Plan: Plan }] }>(`explain (analyze, format json) ${text}`, sent?.params);
  const nodes = row ? flattenPlan(row["QUERY PLAN"][0].Plan) : [];
  const separateNodes = nodes.filter(({ Alias }) => Alias === "p" || Alias === "k");
  expect(separateNodes.length).toBeGreaterThan(0);
  return separateNodes.reduce((sum, node) => sum + node["Actual Rows"], 0);
}

type Buyer = { token: string; org_id: string };

/** The number is the order's PO number and its package's tracking number. */
async function createOrder(number: string): Promise<Buyer> {
  const { user, token } = await shop.buyer();
  const data = {
    personal_data: { first_name: "A", last_name: "B", phone: null, email: "a@b.test" },
    address: null,
    method: null,
    packages: [{ tracking_id: number, tracking_link: null, freight_carrier: null, freight_service: null }],
  };
  await query(
    `with bought as (
       insert into orders (org_id, user_id, total, shipping_data, status, po_number)
       values ($1, $2, 100, $3, 'processing', $4) returning id
     )
     insert into invoices (org_id, reference_type, reference_id, amount, po_number)
     select $1, 'order', id, 100, $4 from bought`,
    [user.org_id, user.id, JSON.stringify(data), number],
  );
  return { token, org_id: user.org_id };
}

test.each(["/v1/client/orders", "/v1/client/invoices"])(
  "how long a search of %s takes tells nothing of the numbers of other organizations",
  async (path) => {
    const number = unique("PO").toUpperCase();
    await createOrder(number);
    expect(await countSeparateRows(path, number, await createOrder(unique("PO")))).toBe(0);
  },
);

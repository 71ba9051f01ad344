import { createHash, randomBytes } from "node:crypto";
import type { PaymentStatus, SoftwareKind, SubscriptionStatus } from "../../../db/enums.ts";
import { query } from "../database.ts";
import { createOrganization, unique } from "../factories.ts";
import { sandbox } from "../sandbox.ts";
import { emptyShipment } from "../shipping/empty-shipment.ts";

export type TestSoftware = { id: string; name: string; title: string };
export type TestVersion = { id: string; version: string; file_name: string; content: Buffer; sha256: string };

type SoftwareFields = {
  kind?: SoftwareKind;
  product_id?: string;
  is_default?: boolean;
  fits?: string[];
  name?: string;
};
type VersionFields = {
  version?: string;
  /** Days since publication; null for unpublished versions. */
  published?: number | null;
  compatible?: string | null;
  needs?: TestVersion[];
  bytes?: number;
  notes?: string;
  file_name?: string;
};

const insert = async <R extends object>(statement: string, values: unknown[]): Promise<R> => {
  const [row] = await query<R & Record<string, unknown>>(statement, values);
  if (!row) throw new Error(`no row came back from: ${statement}`);
  return row;
};

export const createSoftware = ({ kind = "plugin", ...more }: SoftwareFields = {}): Promise<TestSoftware> => {
  const name = more.name ?? unique(kind);
  return insert(
    `insert into software (kind, name, title, author, author_url, product_id, is_default, fits_product_ids)
     values ($1, $2, $3, 'CGX', 'https://cgx.example.com', $4, $5, $6) returning id, name, title`,
    [kind, name, `Title of ${name}`, more.product_id ?? null, more.is_default ?? false, more.fits ?? []],
  );
};

/** Creates a version whose file is in the bucket. */
export async function createVersion({ id }: { id: string }, fields: VersionFields = {}): Promise<TestVersion> {
  const { version = "1.0.0", published = 10, compatible = null, needs = [], bytes = 2000, notes = "News" } = fields;
  const content = randomBytes(bytes);
  const sha256 = createHash("sha256").update(content).digest("hex");
  const file_name = fields.file_name ?? `${unique("file")}.bin`;
  const versionRow = await insert<{ id: string }>(
    `insert into software_versions
       (software_id, version, public_description, developer_description, compatible_app_version, file_name, bytes, sha256,
        is_published, published_at)
     values ($1, $2, $3, 'For developers only', $4, $5, $6, $7, $8::int is not null, now() - $8::int * interval '1 day')
     returning id`,
    [id, version, notes, compatible, file_name, bytes, sha256, published],
  );
  for (const need of needs) await addDependency(versionRow, need);
  const key = `/files/objects/versions/${versionRow.id}`;
  const uploadResponse = await fetch(sandbox.url + key, { method: "PUT", body: new Uint8Array(content) });
  if (!uploadResponse.ok) throw new Error(await uploadResponse.text());
  return { id: versionRow.id, version, file_name, content, sha256 };
}

export const addDependency = (version: { id: string }, need: { id: string }) =>
  query("insert into software_version_dependencies (version_id, dependency_version_id) values ($1, $2)", [
    version.id,
    need.id,
  ]);

/** Creates a download of some days ago, of a new organization unless one is given; returns the organization. */
export async function createDownload(software: { id: string }, version: { id: string }, days: number, org_id?: string) {
  const org = org_id ?? (await createOrganization()).id;
  await query(
    `insert into downloads (id, org_id, user_id, software_id, version_id, created_at)
     values (gen_random_uuid(), $1, gen_random_uuid(), $2, $3, now() - $4::int * interval '1 day')`,
    [org, software.id, version.id, days],
  );
  return org;
}

export async function createProductOrder(
  owner: { id: string; org_id: string },
  product_id: string,
  status: PaymentStatus,
) {
  const order = await insert<{ id: string }>(
    `insert into orders (user_id, org_id, total, payment_status, shipping_data) values ($1, $2, 100, $3, $4) returning id`,
    [owner.id, owner.org_id, status, JSON.stringify(emptyShipment)],
  );
  await query(
    "insert into order_lines (order_id, product_id, position, quantity, name, price) values ($1, $2, 0, 1, 'One', 100)",
    [order.id, product_id],
  );
  return order;
}

/** Creates a subscription that an administrator gave; `ended` is the number of days since its end. */
export const createGivenSubscription = (
  org_id: string,
  product_id: string,
  { status = "active", ended = null }: { status?: SubscriptionStatus; ended?: number | null } = {},
): Promise<{ id: string }> =>
  insert(
    `insert into subscriptions (product_id, org_id, status, amount, interval, start_at, cancel_at)
     values ($1, $2, $3, 100, 'month', now() - interval '300 days', now() - $4::int * interval '1 day') returning id`,
    [product_id, org_id, status, ended],
  );

/** Creates a product that is sold once, or a plan if it has a term. */
export const createSoftwareProduct = (
  more: { subscription_term?: "month" | "year"; family?: string } = {},
): Promise<{ id: string; name: string }> =>
  insert(
    `insert into products (name, type, price_levels, is_published, author, subscription_term, family)
     values ($1, 'software', '{"Base Price": 100}', true, 'CGX', $2, $3) returning id, name`,
    [unique("Product"), more.subscription_term ?? null, more.family ?? null],
  );

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { migrateDatabase, seedLargeDatabase } from "../../sandbox/postgres/database.ts";
import { freePort } from "../../sandbox/process/ports.ts";
import { bulkId } from "../../sandbox/seed/large/ids.ts";
import { settle } from "../../sandbox/postgres/settle.ts";
import { startSandbox } from "../../sandbox/sandbox.ts";
import { startWorker } from "../../sandbox/run/worker.ts";
import { actorsOn } from "./actors.ts";
import { type Client, createClient } from "./client.ts";
import { openDatabase, type Query } from "./database.ts";
import { factoriesOn } from "./factories.ts";
import { recordStatements, type StatementRecorder } from "./statement-recorder.ts";

export type LargeShop = {
  query: Query;
  sandbox_url: string;
  database_url: string;
  sent: StatementRecorder;
  admin: Client;
  /** The client of a user who manages an organization with 120 invoices and buys for it. */
  customer: Client;
  /**
   * The ids that the worker sets for the customer's statements (`worker/domain/current-user.ts`), to run the statements
   * directly.
   */
  customer_ids: { user_id: string; org_id: string };
  stop(): Promise<void>;
};

/** 60,000 account requests; the large data set has only those of the demo data. */
const accountRequestsSql = `
insert into account_requests (email, first_name, last_name, org_name, status, created_at, updated_at)
select 'asking-' || n || '@example.test', 'Asking', 'Person ' || n % 977, 'Company ' || n % 4999, (array['pending', 'approved', 'rejected'])[1 + n % 3], day, day
from generate_series(1, 60000) n, lateral (select timestamptz '2023-12-01Z' + n * interval '9 minutes' as day) made`;

/**
 * 210,000 audit entries, 78,750 of them of the customer's organization; the large data set has only those of the demo
 * data.
 */
const auditEntriesSql = `
insert into audit_log (actor_kind, actor_id, action, subject_type, subject_id, org_id, data, created_at)
select 'user', user_id, (array['updateProfile', 'updateOrganization', 'createUser', 'receiveEmailEvent'])[1 + n % 4], 'user', user_id::text,
  org_id, '{}', timestamptz '2023-12-01Z' + n * interval '9 minutes'
from generate_series(1, 210000) n, lateral (select case when n % 8 < 3 then 1 else 1 + n % 1000 end as number) chosen,
  lateral (select ${bulkId("organization", "number")} as org_id, ${bulkId("user", "(number - 1) * 10 + 1 + n % 10")} as user_id) made`;

/** 60,000 notifications of the customer, a third of them unread, besides the twenty that every user has. */
const notificationsSql = `
insert into notifications (user_id, type, payload, read_at, created_at)
select ${bulkId("user", "1")}, (array['orderConfirmed', 'orderShipped', 'paymentFailed', 'newSoftwareVersion'])[1 + n % 4],
  jsonb_build_object('first_name', 'Ada', 'last_name', 'Andersen', 'order_number', 'O' || 60000000 + n,
    'product', jsonb_build_object('name', 'Flowpoint'), 'version', '5.' || n % 100 || '.0'),
  case when n % 3 > 0 then day + interval '1 hour' end, day
from generate_series(1, 60000) n, lateral (select timestamptz '2023-12-01Z' + n * interval '9 minutes' as day) made`;

/** 60,000 manufactured serial numbers; the large data set has none. */
const madeSerialsSql = `
insert into made_serials (product_id, serial, created_at)
select ${bulkId("product", "1 + n % 500 * 10")}, 'MADE-' || lpad(n::text, 6, '0'), timestamptz '2024-01-01Z' + n * interval '9 minutes'
from generate_series(1, 60000) n`;

const bulkTables = [
  "made_serials",
  "orders",
  "invoices",
  "payment_ledger",
  "ledger_parts",
  "products",
  "subscriptions",
  "users",
  "account_requests",
  "audit_log",
  "notifications",
];

/** Starts a shop with the large data set and its own database; records every statement of its worker. */
export async function startLargeShop(): Promise<LargeShop> {
  const dataDir = mkdtempSync(join(tmpdir(), "crunchbox-large-"));
  const port = await freePort();
  const sandbox = await startSandbox({
    dataDir,
    port: 0,
    publicUrl: `http://localhost:${port}`,
    rateLimitScale: 100_000,
    durable: false,
  });
  const stopSandbox = async () => {
    await sandbox.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await migrateDatabase(sandbox.databaseUrl);
    await seedLargeDatabase(sandbox.databaseUrl);
    const query = openDatabase(sandbox.databaseUrl);
    await query(accountRequestsSql);
    await query(notificationsSql);
    await query(madeSerialsSql);
    // The trigger that seals each entry is off, because sealing 210,000 entries takes longer than the measurement.
    await query(`begin; alter table audit_log disable trigger audit_log_seal; ${auditEntriesSql};
      alter table audit_log enable trigger audit_log_seal; commit`);
    await settle(sandbox.databaseUrl, bulkTables);
    const sent = await recordStatements(sandbox.vars["NEON_FETCH_ENDPOINT"] ?? "");
    const vars = { ...sandbox.vars, NEON_FETCH_ENDPOINT: sent.url };
    const worker = await startWorker({ vars, port, renderer: inject("renderer"), onLog: () => {} });
    const factories = factoriesOn(query);
    const { client: admin } = await actorsOn({ query, factories, url: worker.url }).signedInAdmin();
    const [owner] = await query<{ user_id: string; org_id: string }>(
      "select id as user_id, org_id from users where email = 'user-1@org-1.test'",
    );
    if (!owner) throw new Error("the large data set has no user-1@org-1.test");
    const session = await factories.createSession(owner.user_id);
    const stop = async () => {
      await worker.stop();
      await sent.stop();
      await stopSandbox();
    };
    return {
      query,
      sandbox_url: sandbox.url,
      database_url: sandbox.databaseUrl,
      sent,
      admin,
      customer: createClient({ session, url: worker.url }),
      customer_ids: owner,
      stop,
    };
  } catch (error) {
    await stopSandbox();
    throw error;
  }
}

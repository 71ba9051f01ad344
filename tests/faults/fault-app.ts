import { startOwnApp } from "../support/app.ts";
import { openDatabase, type Query } from "../support/database.ts";
import { factoriesOn } from "../support/factories.ts";
import { sandboxAt } from "../support/sandbox.ts";
import { type Shop, shopOn } from "../support/store.ts";
import { recordMoneyChanges } from "./watch.ts";

export type FaultApp = Awaited<ReturnType<typeof startOwnApp>> & {
  shop: Shop;
  /**
   * Moves the leases and waiting times of checkouts, webhooks, mails, invoice actions and tasks a minute into the past;
   * those of other tables, such as refunds, stay.
   */
  passAMinute(): Promise<void>;
  /** Prevents the worker from retrying pending attempts a second later; `sweep` and `settled` make them due. */
  postponeRetries(): Promise<void>;
  /** Passes a minute, then runs the retry job of payments and the job that sends mails, once each. */
  tick(): Promise<void>;
};

/** Starts an app to break, with a shop whose money changes are recorded. Stop it in afterAll. */
export async function startFaultApp(): Promise<FaultApp> {
  const app = await startOwnApp();
  const query = openDatabase(app.sandbox.databaseUrl);
  await enableDurability(query);
  await recordMoneyChanges(query);
  const sandbox = sandboxAt(app.sandbox.url);
  const shop = shopOn({ query, factories: factoriesOn(query), sandbox, url: app.worker.url });
  const passMinute = () => passAMinute(query);
  const tick = async () => {
    await passMinute();
    await sandbox.runJob("sweep-payments");
    await sandbox.runJob("deliver-outbox");
  };
  const postponeRetries = async () => {
    await query("update checkout_attempts set next_at = now() + interval '1 day' where status = 'pending'");
  };
  return Object.assign(app, { shop, tick, postponeRetries, passAMinute: passMinute });
}

/** Makes commits survive kill -9, as in production; other test databases trade that for speed. */
async function enableDurability(query: Query): Promise<void> {
  await query(
    "do $$ begin execute format('alter database %I set synchronous_commit = on', current_database()); end $$",
  );
  await query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
}

const waitConditions = {
  checkout_attempts: "status in ('claimed', 'pending')",
  stripe_events: "status = 'received'",
  outbox: "sent_at is null and failed_at is null",
};

async function passAMinute(query: Query): Promise<void> {
  const updateStatements = Object.entries(waitConditions).map(
    ([table, isWaiting]) =>
      `${table}_wait as (update ${table} set lease_until = lease_until - interval '61 seconds', next_at = next_at - interval '61 seconds' where ${isWaiting})`,
  );
  await query("update invoice_actions set next_at = next_at - interval '61 seconds' where status = 'asked'");
  await query(`with ${updateStatements.join(", ")} update tasks set lease_until = lease_until - interval '61 seconds'`);
}

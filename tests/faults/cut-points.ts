import { Client } from "pg";
import { expect } from "vitest";
import { z } from "zod";
import { until } from "../../sandbox/process/deadline.ts";
import type { FaultApp } from "./fault-app.ts";
import { patienceMs } from "../support/patience.ts";

/** A point where operations wait until they are released. */
export type CutStop = {
  /** Number of operations that have reached the point. */
  reached(): Promise<number>;
  release(): Promise<void>;
};
export type CutPoint = {
  name: string;
  /** The operation to cut: a checkout, sending its mail, or the webhook of a later refund. */
  of: "checkout" | "mail" | "callback";
  /** Whether PostgreSQL itself may be killed at the point. */
  in_database?: boolean;
  /** Whether the purchase is complete at the point, so that only the buyer's answer is lost. */
  is_over?: boolean;
  arm(app: FaultApp, count: number): Promise<CutStop>;
};

export type Victim = "worker" | "database";

export async function killAt(app: FaultApp, stop: CutStop, victim: Victim): Promise<void> {
  if (victim === "worker") {
    await app.killWorker();
    await stop.release();
    await app.startWorker();
  } else {
    await app.sandbox.postgres.kill();
    await app.sandbox.postgres.restart();
    await stop.release();
  }
}

/** Kills the worker or the database while `act` waits at the cut point. The answer of `act` is ignored. */
export async function cutOff(
  app: FaultApp,
  arm: CutPoint["arm"],
  act: () => Promise<unknown>,
  victim: Victim = "worker",
): Promise<void> {
  const stop = await arm(app, 1);
  const work = act().catch(() => undefined);
  const isReached = await until(patienceMs, async () => (await stop.reached()) >= 1);
  await killAt(app, stop, victim);
  await work;
  expect(isReached).toBe(true);
}

/** The process that a cut point kills: the database at every second point inside it, otherwise the worker. */
export const chooseVictim = ({ in_database }: CutPoint, place: number): Victim =>
  in_database && place % 2 === 1 ? "database" : "worker";

const faultsSchema = z.array(z.object({ times: z.number() }));
export type Hang = { service: "stripe" | "database" | "email"; path?: string; text?: string; when: "before" | "after" };

/** Lets the next `count` requests hang that match each of `hangs`. */
export const hang =
  (...hangs: Hang[]) =>
  async ({ shop }: FaultApp, count: number): Promise<CutStop> => {
    for (const one of hangs) await shop.sandbox.addFault({ ...one, kind: "hang", times: count });
    const countRemaining = async () => {
      const faults = faultsSchema.parse(await (await fetch(`${shop.sandbox.url}/faults`)).json());
      return faults.reduce((sum, { times }) => sum + times, 0);
    };
    return {
      reached: async () => hangs.length * count - (await countRemaining()),
      release: shop.sandbox.clearFaults,
    };
  };

const lockId = 20_261_120;
const waitingSql = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'advisory'";

/** The triggers wait inside PostgreSQL for a lock that another connection holds. */
const blockTriggers =
  (...triggers: string[]) =>
  async ({ shop, sandbox }: FaultApp): Promise<CutStop> => {
    await shop.query(`create or replace function watched.wait() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(${lockId}); return new; end $$`);
    const lockHolder = new Client({ connectionString: sandbox.databaseUrl });
    // Killing the database breaks this connection, which must not fail the test.
    lockHolder.on("error", () => {});
    await lockHolder.connect();
    await lockHolder.query(`select pg_advisory_lock(${lockId})`);
    const tables = triggers.map((trigger) => / on (\w+)/.exec(trigger)?.[1] ?? "");
    for (const trigger of triggers) await shop.query(`create ${trigger} for each row execute function watched.wait()`);
    return {
      reached: async () => (await shop.query(waitingSql)).length,
      release: async () => {
        await lockHolder.end().catch(() => {});
        for (const table of tables) await shop.query(`drop trigger if exists wait on ${table}`);
      },
    };
  };

const claimSql = "insert into checkout_attempts";
// Calls that take money: paying an order's invoice, or creating a plan.
const hangMoneyCalls = (when: Hang["when"]) =>
  hang(
    { service: "stripe", path: "/pay", text: "payment_method=", when },
    { service: "stripe", path: "/v1/subscriptions", text: "default_payment_method=", when },
  );
const beforeTrigger = (change: string) => `trigger wait before ${change}`;

/**
 * The fourteen points where a checkout can be cut off (T21). The first statement claims the attempt, the second one
 * records the payment.
 */
export const cutPoints: CutPoint[] = [
  { name: "before the claim", of: "checkout", arm: hang({ service: "database", text: claimSql, when: "before" }) },
  {
    name: "after the cart is locked",
    of: "checkout",
    in_database: true,
    arm: blockTriggers(beforeTrigger("insert on checkout_attempts")),
  },
  {
    name: "after the attempt is inserted",
    of: "checkout",
    in_database: true,
    arm: blockTriggers(beforeTrigger("insert on orders"), beforeTrigger("insert on subscriptions")),
  },
  {
    name: "after the order is inserted",
    of: "checkout",
    in_database: true,
    arm: blockTriggers(beforeTrigger("insert on invoices")),
  },
  {
    name: "before COMMIT",
    of: "checkout",
    in_database: true,
    arm: blockTriggers("constraint trigger wait after insert on checkout_attempts deferrable initially deferred"),
  },
  {
    name: "after COMMIT, before the provider is asked",
    of: "checkout",
    arm: hang({ service: "database", text: claimSql, when: "after" }),
  },
  { name: "when the provider has been asked but has not charged", of: "checkout", arm: hangMoneyCalls("before") },
  { name: "when the provider has charged and not answered", of: "checkout", arm: hangMoneyCalls("after") },
  {
    name: "after the provider's answer, before the record",
    of: "checkout",
    arm: hang({ service: "database", text: "insert into payment_ledger", when: "before" }),
  },
  { name: "in the record", of: "checkout", in_database: true, arm: blockTriggers(beforeTrigger("update on invoices")) },
  {
    name: "after the record, before the answer",
    of: "checkout",
    is_over: true,
    arm: hang({ service: "database", text: "deleted_invoices", when: "after" }),
  },
  {
    name: "before the outbox is drained",
    of: "mail",
    arm: hang({ service: "database", text: "attempts = attempts + 1", when: "before" }),
  },
  {
    name: "when the mail is accepted and not recorded",
    of: "mail",
    arm: hang({ service: "database", text: "update outbox set sent_at", when: "before" }),
  },
  {
    name: "when a callback is stored and not processed",
    of: "callback",
    arm: hang({ service: "database", text: "insert into stripe_events", when: "after" }),
  },
];

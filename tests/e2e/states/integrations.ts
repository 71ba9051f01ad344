import { type Actor, signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { unique, uniqueEmail } from "../../support/factories.ts";
import { type State, openPath } from "./state.ts";

/** Creates thirty runs of a task, the newest one running with twelve failed records, some with very long names. */
async function createRuns(): Promise<Actor> {
  const admin = await signedInAdmin();
  await query("delete from task_runs where task = 'products'");
  await query(
    `with runs as (
       insert into task_runs (task, trigger, started_by, status, started_at, finished_at, found, processed, failed, expected)
       select 'products', case when n = 1 then 'manual' else 'schedule' end, case when n = 1 then $1::uuid end,
         case when n = 1 then 'processing' when n = 7 then 'failed' else 'completed' end,
         now() - n * interval '1 day', case when n > 1 then now() - n * interval '1 day' + n * interval '11 seconds' end,
         12000 + n * 37, 11988 + n * 37, 12, 24000
       from generate_series(1, 30) n
       returning id, started_at, status
     ),
     failed as (
       insert into task_failures (run_id, record_id, reason)
       select id, 'CGX-' || n || repeat('-of-a-very-long-name', n % 2 * 3), 'net-suite: answered 400, the item is not known'
       from runs, generate_series(1, 12) n
       where started_at = (select max(started_at) from runs)
     )
     insert into tasks (name, status, run_id, pass_id, started_at, lease_until, last_success_at)
     select 'products', status, id, id, started_at, now() + interval '1 day', now() - interval '2 days'
     from runs where started_at = (select max(started_at) from runs)
     on conflict (name) do update set status = 'processing', run_id = excluded.run_id, lease_until = excluded.lease_until`,
    [admin.user.id],
  );
  await query(
    `insert into partners (name, answered_at, failing_since, reason) values
       ('payments', now(), null, null), ('email', now(), now() - interval '3 hours', 'email: no answer within 10000 ms')
     on conflict (name) do update set failing_since = excluded.failing_since, reason = excluded.reason`,
  );
  return admin;
}

async function createGivenUp(): Promise<Actor> {
  await query(
    `insert into outbox (channel, type, recipient, payload, attempts, failed_at, last_error)
     select 'email', 'passwordChanged', n || $1, '{}', 3, now(), 'email: answered 422' from generate_series(1, 25) n`,
    [uniqueEmail()],
  );
  await query(
    `insert into stripe_events (id, type, object_id, created, status)
     select $1 || n, 'customer.subscription.updated', 'sub_' || n, 1, 'given-up' from generate_series(1, 25) n`,
    [unique("evt")],
  );
  return signedInAdmin();
}

async function createClientErrors(): Promise<Actor> {
  const mark = unique("error");
  await query(
    `insert into client_errors (fingerprint, level, type, message, release, page, browser, stack, count, last_seen_at)
     select $1 || n, case n % 5 when 0 then 'warn' else 'error' end, 'error',
       'TypeError: Cannot read properties of undefined (reading ''aVeryLongNameOfAPropertyThatNobodyWouldWrite'')',
       'a1b2c3d4', '/admin/orders/:id/invoices/:id/payments', 'Samsung Internet',
       repeat('at someFunction (/assets/admin-orders-invoices-payments-x1y2z3.js:1:23456)' || chr(10), 10), n * 1000, now()
     from generate_series(1, 25) n`,
    [mark],
  );
  return signedInAdmin();
}

// `?still=1` turns auto-refresh off.
export const integrationStates: State[] = [
  { name: "integrations, one task under way", who: createRuns, reach: openPath("/admin/integrations?still=1") },
  {
    name: "task under way with failures",
    who: createRuns,
    reach: openPath("/admin/integrations/tasks/products?still=1"),
  },
  { name: "task that never ran", who: signedInAdmin, reach: openPath("/admin/integrations/tasks/shipping?still=1") },
  { name: "messages given up", who: createGivenUp, reach: openPath("/admin/integrations/outbox") },
  {
    name: "message given up",
    who: createGivenUp,
    reach: async (page) => {
      await page.goto("/admin/integrations/outbox");
      await page.locator("main tbody tr a").first().click();
    },
  },
  { name: "errors in browsers", who: createClientErrors, reach: openPath("/admin/integrations/errors") },
  {
    name: "error in a browser",
    who: createClientErrors,
    reach: async (page) => {
      await page.goto("/admin/integrations/errors");
      await page.locator("main tbody tr a").first().click();
    },
  },
  { name: "callbacks given up", who: createGivenUp, reach: openPath("/admin/integrations/callbacks") },
];

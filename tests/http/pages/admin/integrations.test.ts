import { expect, test } from "vitest";
import { taskNames, tasks } from "../../../../worker/contract/tasks.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { createOrganizationRows } from "../../organization-rows.ts";

/** Creates a run of the task that imports tracking numbers, with one failed record. */
async function createFailedRun(record_id: string): Promise<void> {
  await query(
    `with run as (
       insert into task_runs (task, trigger, status, started_at, finished_at, found, processed, failed)
       values ('tracking-number', 'schedule', 'completed', now(), now(), 2, 1, 1) returning id
     ),
     failed as (
       insert into task_failures (run_id, record_id, reason) select id, $1, 'net-suite: answered 400' from run
     )
     insert into tasks (name, status, run_id) select 'tracking-number', 'completed', id from run
     on conflict (name) do update set run_id = excluded.run_id, status = 'completed'`,
    [record_id],
  );
}

test("a failed record leads to the thing that it is about, and the tasks with some can be shown alone", async () => {
  const { order_id } = await createOrganizationRows();
  await createFailedRun(order_id);
  const { client } = await signedInAdmin();
  const read = async (path: string) => (await client.fetch(path)).text();
  const html = await read("/admin/integrations/tasks/tracking-number?still=1");
  const href = /href="(\/admin\/search\?q=[^"]+)">/.exec(html)?.[1] ?? "";
  expect((await client.fetch(href)).headers.get("location")).toBe(`/admin/orders/${order_id}`);
  const failedHtml = await read("/admin/integrations?tasks=failed&still=1");
  expect(failedHtml).toContain("Tracking numbers from NetSuite");
  expect(failedHtml).not.toContain(">Tracking at the carrier</a>");
  expect(await read("/admin/integrations?still=1")).toContain(">Tracking at the carrier</a>");
});

test("a run that is under way tells how far it is, how fast, and how long still; the runs before it are plotted", async () => {
  const task = "tracking-number";
  await query("delete from task_runs where task = $1", [task]);
  await query(
    `insert into task_runs (task, trigger, status, started_at, finished_at, found, processed)
     select $1, 'schedule', 'completed', now() - interval '1 day' * n, now() - interval '1 day' * n, 100 * n, 100 * n
     from generate_series(1, 2) n`,
    [task],
  );
  await query(
    `with run as (
       insert into task_runs (task, trigger, status, started_at, found, processed, expected)
       values ($1, 'schedule', 'processing', now() - interval '100 seconds', 1000, 990, 4000) returning id, started_at
     )
     insert into tasks (name, status, run_id, pass_id, started_at, lease_until)
     select $1, 'processing', id, id, started_at, now() + interval '10 minutes' from run
     on conflict (name) do update set
       status = 'processing', run_id = excluded.run_id, started_at = excluded.started_at,
       lease_until = excluded.lease_until`,
    [task],
  );
  const { client } = await signedInAdmin();
  const html = await (await client.fetch(`/admin/integrations/tasks/${task}?still=1`)).text();
  await query("update task_runs set status = 'completed', finished_at = now() where task = $1", [task]);
  await query("update tasks set status = 'completed', lease_until = now() where name = $1", [task]);
  expect(html).toContain("1,000 of 4,000");
  expect(html).toContain('<progress value="1000" max="4000">');
  // The run processes ten records per second and has 3,000 left; some seconds may have passed.
  expect(html).toMatch(/(10|10\.0|9\.\d) per second, about 5 min( \d+ s)? left/);
  const plot = /Records per run.*?<\/figure>/s.exec(html)?.[0] ?? "";
  expect(plot).toContain("200");
  expect(plot).toContain("100");
});

test("each task that can run has a button on the overview, too, that starts it", async () => {
  const { client } = await signedInAdmin();
  const html = await (await client.fetch("/admin/integrations?still=1")).text();
  const rows = html.match(/<tr\b.*?<\/tr>/gs) ?? [];
  for (const name of taskNames) {
    const path = `/admin/integrations/tasks/${name}`;
    const row = rows.find((each) => each.includes(`href="${path}"`)) ?? `no row of ${name}`;
    const [, button = "none"] =
      new RegExp(`<form method="post" action="${path}/start">(.*?)</form>`, "s").exec(row) ?? [];
    // Another test may have started the task.
    if (button === "none") expect(row, name).toContain("Running");
    else expect(button, name).toContain(`aria-label="Start: ${tasks[name].title}"`);
  }
});

test("what waits for the carrier is told: packages for which it was asked for a label", async () => {
  const { package_id } = await createOrganizationRows();
  await query("update packages set status = 'asked', tracking_id = null where id = $1", [package_id]);
  const { client } = await signedInAdmin();
  const html = await (await client.fetch("/admin/integrations?still=1")).text();
  expect(/Fulex, carrier<.*?<td class="number[^"]*">([^<]*)</s.exec(html)?.[1]).toMatch(/^\d+ packages?$/);
  // so that no other test sees the package
  await query("update packages set status = 'canceled' where id = $1", [package_id]);
});

test("a package that the carrier made and that no order knows of is told, and leads to the order that goes on with it", async () => {
  const { order_id, package_id } = await createOrganizationRows();
  const [order] = await query<{ order_number: string }>("select order_number from orders where id = $1", [order_id]);
  const { client } = await signedInAdmin();
  const set = (change: string) => query(`update packages set ${change} where id = $1`, [package_id]);
  const isReported = async () => {
    const html = await (await client.fetch("/admin/integrations?still=1")).text();
    return html.includes(`Order ${order?.order_number}: the carrier has made a label, but the order is not shipped`)
      ? html.includes(`href="/admin/orders/${order_id}"`)
      : undefined;
  };
  await set("status = 'made', tracking_id = 'M' || left(id::text, 8), updated_at = now() - interval '9 minutes'");
  expect(await isReported()).toBeUndefined();
  await set("updated_at = now() - interval '11 minutes'");
  expect(await isReported()).toBe(true);
  await set("status = 'sent', updated_at = now() - interval '11 minutes'");
  expect(await isReported()).toBeUndefined();
});

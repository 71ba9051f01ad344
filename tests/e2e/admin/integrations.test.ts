import { signedInAdmin } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { unique, uniqueEmail } from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";
import { button, link } from "../account/steps.ts";

test("an administrator resends a failed message and retries a failed webhook", async ({ open }) => {
  const email = uniqueEmail();
  const event = unique("evt");
  await query(
    `insert into outbox (channel, type, recipient, payload, attempts, failed_at, last_error)
     values ('email', 'passwordChanged', $1, $2, 3, now(), 'email: answered 422')`,
    [email, { first_name: "A", last_name: "B", changed_at: "2026-11-20T10:00:00.000Z" }],
  );
  await query(
    "insert into stripe_events (id, type, object_id, created, status) values ($1, 'charge.refunded', 'ch_none', 1, 'given-up')",
    [event],
  );
  const page = await open({ session: (await signedInAdmin()).token, javaScriptEnabled: false });
  await page.goto("/admin/integrations");
  await link(page, "Unsent messages").click();
  await page.locator("main tbody tr", { hasText: email }).click();
  await expect(page.locator("main")).toContainText("email: answered 422");
  await button(page, "Send again").click();
  await expect(page.getByText("The message is queued again.")).toBeVisible();
  expect((await sandbox.waitForMail(email)).to).toBe(email);
  await page.goto(`/admin/integrations/callbacks?search=${event}`);
  await page.locator("main tbody tr").click();
  await expect(page.locator("main")).toContainText("ch_none");
  await button(page, "Try again").click();
  await expect(page.getByText("The webhook will be retried within a minute.")).toBeVisible();
  // The charge belongs to no order of the shop, so the event is ignored.
  const findStatus = async () =>
    (await query("select status from stripe_events where id = $1", [event]))[0]?.["status"];
  await expect.poll(findStatus).toBe("ignored");
});

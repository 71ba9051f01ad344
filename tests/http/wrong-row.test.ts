import { afterAll, beforeAll, expect, test } from "vitest";
import { signedIn } from "../support/actors.ts";
import { type LoggedWorker, startSecondWorker } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { query } from "../support/database.ts";

let checkingWorker: LoggedWorker;
let trustingWorker: LoggedWorker;

beforeAll(async () => {
  checkingWorker = await startSecondWorker();
  trustingWorker = await startSecondWorker({ CHECK_ROWS: "false" });
});
afterAll(async () => {
  await checkingWorker?.stop();
  await trustingWorker?.stop();
});

test("a row that does not match its shape is our failure under test, and shown as it is elsewhere", async () => {
  const { token, user } = await signedIn();
  const open = (worker: LoggedWorker) => createClient({ url: worker.url, session: token }).fetch("/store/cart");
  const [cart] = await query<{ id: string }>(
    "insert into carts (user_id, org_id) select id, org_id from users where id = $1 returning id",
    [user.id],
  );
  expect((await open(checkingWorker)).status).toBe(200);

  await query(`update carts set address = '{"billing": "at home", "shipping": null}' where id = $1`, [cart?.id]);
  expect((await open(trustingWorker)).status).toBe(200);
  expect((await open(checkingWorker)).status).toBe(500);
  await expect.poll(() => checkingWorker.lines.join("\n")).toMatch(/"level":"error".*A row does not match its shape/);
});

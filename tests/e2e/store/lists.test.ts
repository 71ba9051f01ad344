import { beforeAll } from "vitest";
import { signedIn } from "../../support/actors.ts";
import { workerUrl } from "../../support/app.ts";
import { expect, phoneViewport, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { emptyShipment } from "../../support/shipping/empty-shipment.ts";
import { link } from "../account/steps.ts";

const orderCount = 1203;
const unsentShipping = JSON.stringify(emptyShipment);
let session: string;
let org_id: string;
beforeAll(async () => {
  const buyer = await signedIn({ roles: ["buyer", "user"] });
  session = buyer.token;
  org_id = buyer.user.org_id;
  await query(
    `insert into orders (org_id, user_id, order_number, total, status, payment_status, shipping_data, created_at)
     select $1, $2, 'L' || $3 || lpad(n::text, 5, '0'), n * 100, case when n % 100 = 0 then 'shipped' else 'new' end, 'paid', $5, now() - n * interval '1 hour'
     from generate_series(1, $4) n`,
    [org_id, buyer.user.id, org_id.slice(0, 4), orderCount, unsentShipping],
  );
});

const fetchPage = (path: string, token = session) =>
  fetch(workerUrl + path, { redirect: "manual", headers: token ? { cookie: `__Host-session=${token}` } : {} });

test("the whole row leads to its order, also by keyboard", async ({ open }) => {
  const page = await open({ session });
  await page.goto("/portal/orders");
  const row = page.locator("main tbody tr").nth(2);
  const [thirdOrder] = await query<{ id: string }>(
    "select id from orders where org_id = $1 order by created_at desc offset 2 limit 1",
    [org_id],
  );
  const box = await row.boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) * 0.66, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await expect(page).toHaveURL(new RegExp(`/portal/orders/${thirdOrder?.id}$`));
});

test("with script a filter of the portal applies at once, and no letter is a key of its rows", async ({ open }) => {
  const page = await open({ session });
  await page.goto("/portal/orders");
  await page.getByRole("button", { name: "Add filter" }).click();
  await expect(page.getByRole("button", { name: "Apply" })).toBeHidden();
  await page.getByLabel("Status", { exact: true }).selectOption({ label: "Shipped" });
  await expect(page).toHaveURL(/status=shipped/);
  await expect(page.getByText("12 orders", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("j");
  expect(await page.evaluate(() => document.activeElement?.closest("tbody") === null)).toBe(true);
});

test("a list is sorted by its labels and narrowed by what its contract names, without script", async ({ open }) => {
  const page = await open({ session, javaScriptEnabled: false });
  await page.goto("/portal/orders");
  await expect(page.getByText("1,203 orders", { exact: true })).toBeVisible();
  await link(page, "Total").click();
  await expect(page.getByRole("columnheader", { name: "Total" })).toHaveAttribute("aria-sort", "ascending");
  await expect(page.locator("main tbody tr").first()).toContainText("$1.00");
  await page.getByRole("columnheader", { name: "Total" }).getByRole("link").click();
  await expect(page.locator("main tbody tr").first()).toContainText("$1,203.00");
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByLabel("Status", { exact: true }).selectOption({ label: "Shipped" });
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("12 orders", { exact: true })).toBeVisible();
  await expect(page.locator("main tbody tr").first(), "the sort stays").toContainText("$1,200.00");
  await link(page, "Clear Status: Shipped").click();
  await expect(page.getByText("1,203 orders", { exact: true })).toBeVisible();
  await page.getByLabel("Any number, product, amount or date").fill("nothing like it");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No matching orders.")).toBeVisible();
  await link(page, "All orders").click();
  await expect(page.locator("main tbody tr")).toHaveCount(20);
});

test("on a phone a row has two lines, both of them its link", async ({ open }) => {
  const page = await open({ session, viewport: phoneViewport });
  await page.goto("/portal/orders");
  const row = page.locator("main tbody tr").first();
  const box = await row.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  expect(box?.height).toBeLessThan(100);
  await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) - 10);
  await expect(page).toHaveURL(/\/portal\/orders\/[\w-]+$/);
});

test("the file has all that the filters leave, in their order, and nobody else's", async () => {
  const fullExport = await fetchPage("/portal/orders?format=csv");
  expect(fullExport.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(fullExport.headers.get("content-disposition")).toBe('attachment; filename="orders.csv"');
  expect(fullExport.headers.get("cache-control")).toBe("no-store");
  const lines = (await fullExport.text()).trimEnd().split("\r\n");
  expect(lines[0]).toBe('"Order","Date","By","Items","PO number","Status","Payment","Total"');
  expect(lines).toHaveLength(orderCount + 1);
  expect(lines[1]).toMatch(/^"L\w{4}00001","\d{4}-\d\d-\d\dT[\d:.]+Z","Test Buyer",(""|),,"New","Paid",1$/);
  const shippedLines = (await (await fetchPage("/portal/orders?format=csv&status=shipped&sort=-total")).text())
    .trimEnd()
    .split("\r\n");
  expect(shippedLines).toHaveLength(13);
  expect(shippedLines[1]).toMatch(/,"Shipped","Paid",1200$/);
  const stranger = await signedIn({ roles: ["buyer", "user"] });
  expect(
    (await (await fetchPage("/portal/orders?format=csv", stranger.token)).text()).trimEnd().split("\r\n"),
  ).toHaveLength(1);
});

test.each(["status", "-status", "total", "-created_at"])(
  "the file sorted by %s has every row once, also where its parts meet among equal ones",
  async (sort) => {
    const [, ...lines] = (await (await fetchPage(`/portal/orders?format=csv&sort=${sort}`)).text())
      .trimEnd()
      .split("\r\n");
    expect(new Set(lines).size).toBe(orderCount);
    expect(lines).toHaveLength(orderCount);
  },
);

test("a row that leads to its order leads back to the list as it was", async ({ open }) => {
  const page = await open({ session, javaScriptEnabled: false });
  await page.goto("/portal/orders?status=new&sort=total&page=2");
  await page.locator("main tbody tr a").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Order L");
  await page.getByRole("navigation", { name: "Where you are" }).getByRole("link", { name: "Orders" }).click();
  await expect(page).toHaveURL(/\/portal\/orders\?status=new&sort=total&page=2$/);
  await page.goto("/portal/orders?status=new");
  const address = (await page.locator("main tbody tr a").first().getAttribute("href")) ?? "";
  await page.goto(address.replace(/list=.*/, "list=//evil.example"));
  await page.getByRole("navigation", { name: "Where you are" }).getByRole("link", { name: "Orders" }).click();
  expect(new URL(page.url()).pathname, "it leads to no other page").toBe("/portal/orders");
});

test("what is often looked for is one click away, with how many there are", async ({ open }) => {
  const { token, user } = await signedIn({ roles: ["buyer", "user"] });
  await query(
    `insert into orders (org_id, user_id, total, shipping_data, status, payment_status)
     select $1, $2, 100, $3, status, payment_status from (values
       ('new', 'pending'), ('processing', 'declined'), ('shipped', 'paid'), ('received', 'paid'), ('canceled', 'declined')
     ) as made (status, payment_status)`,
    [user.org_id, user.id, unsentShipping],
  );
  const page = await open({ session: token, javaScriptEnabled: false });
  await page.goto("/portal/orders");
  const views = page.getByRole("navigation", { name: "Views of orders" });
  await expect(views.getByRole("link")).toHaveText(["All", "Unpaid 2", "To receive 3"]);
  await views.getByRole("link", { name: "Unpaid" }).click();
  await expect(page.locator("main tbody tr")).toHaveCount(2);
  await expect(views.getByRole("link", { name: "Unpaid" })).toHaveAttribute("aria-current", "page");
  await views.getByRole("link", { name: "To receive" }).click();
  await expect(page.locator("main tbody tr")).toHaveCount(3);
  await views.getByRole("link", { name: "All" }).click();
  await expect(page.locator("main tbody tr")).toHaveCount(5);
  await expect(views.getByRole("link", { name: "All" })).toHaveAttribute("aria-current", "page");
});

test("a cell that a spreadsheet would take for a formula is text in the file", async () => {
  const { token, user } = await signedIn({ roles: ["buyer", "user"] });
  await query(`insert into orders (org_id, user_id, order_number, total, shipping_data) values ($1, $2, $3, 100, $4)`, [
    user.org_id,
    user.id,
    `=HYPERLINK("x"),${user.id}`,
    unsentShipping,
  ]);
  const [, line] = (await (await fetchPage("/portal/orders?format=csv", token)).text()).split("\r\n");
  expect(line?.startsWith(`"'=HYPERLINK(""x""),${user.id}",`)).toBe(true);
});

test("whoever is not signed in comes to the list by signing in", async () => {
  const answer = await fetchPage("/portal/orders?format=csv", "");
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe("/sign-in/crunchbox?redirect_uri=%2Fportal%2Forders");
});

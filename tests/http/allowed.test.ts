import { expect, test } from "vitest";
import { notificationTypeNames } from "../../worker/contract/notification-types.ts";
import { listAccountRequests } from "../../worker/contract/v1/admin/account-requests.ts";
import { updateOrganization } from "../../worker/contract/v1/admin/organizations.ts";
import { giveSubscription, updateSubscription } from "../../worker/contract/v1/admin/subscriptions.ts";
import { createUser } from "../../worker/contract/v1/admin/users.ts";
import { takeClientLog } from "../../worker/contract/v1/application.ts";
import { listNotifications } from "../../worker/contract/v1/client/notifications.ts";
import { listOrders, orderByLink } from "../../worker/contract/v1/client/orders.ts";
import { verifyCode } from "../../worker/contract/v1/sso/verification.ts";
import { addCartProduct, updateCart } from "../../worker/contract/v1/store/cart.ts";
import { signedIn, signedInAdmin, visitor } from "../support/actors.ts";

const id = crypto.randomUUID();
const dateMessage = "must be a date such as 2026-11-23, or an instant such as 2026-11-23T10:00:00Z";

test("a list says what its limit, offset, sort, search and filters may be", async () => {
  const { client } = await signedIn();
  const fetchProblems = async (query: Record<string, string>) => (await client.call(listOrders, { query })).problems;
  expect(await fetchProblems({ limit: "101" })).toEqual(["limit: limit must be at most 100"]);
  expect(await fetchProblems({ limit: "0" })).toEqual(["limit: limit must be a whole number of at least 1"]);
  expect(await fetchProblems({ limit: "ten" })).toEqual(["limit: limit must be a whole number from 1 to 100"]);
  expect(await fetchProblems({ limit: "1.5" })).toEqual(["limit: limit must be a whole number from 1 to 100"]);
  expect(await fetchProblems({ offset: "-1", limit: "500" })).toEqual([
    "limit: limit must be at most 100",
    "offset: offset must be a whole number of at least 0",
  ]);
  const sorts = ["created_at", "updated_at", "order_number", "total", "status"].flatMap((name) => [name, `-${name}`]);
  expect(await fetchProblems({ sort: "created_at:desc" })).toEqual([`sort: sort must be one of ${sorts.join(", ")}`]);
  expect(await fetchProblems({ search: "x".repeat(129) })).toEqual(["search: search must be at most 128 characters"]);
  expect(await fetchProblems({ status: "lost" })).toEqual([
    "status: status must be one of new, processing, shipped, received, canceled",
  ]);
  expect(await fetchProblems({ is_unpaid: "yes" })).toEqual(["is_unpaid: is_unpaid must be true or false"]);
});

test("the status of account requests and the filters of notifications are named", async () => {
  const admin = (await signedInAdmin()).client;
  expect((await admin.call(listAccountRequests, { query: { status: "open" } })).problems).toEqual([
    "status: status must be one of pending, approved, rejected",
  ]);
  const { client } = await signedIn();
  const fetchProblems = async (query: Record<string, string>) =>
    (await client.call(listNotifications, { query })).problems;
  expect(await fetchProblems({ type: "gossip" })).toEqual([
    `type: type must be one of ${notificationTypeNames.join(", ")}`,
  ]);
  expect(await fetchProblems({ "created_at[gte]": "23.11.2026" })).toEqual([
    `created_at[gte]: created_at[gte] ${dateMessage}`,
  ]);
  expect(await fetchProblems({ created_at: "{}" })).toEqual(["created_at: created_at must have gte, lte or both"]);
  expect(await fetchProblems({ created_at: '{"lte":"soon"}' })).toEqual([
    `created_at.lte: created_at.lte ${dateMessage}`,
  ]);
  expect(await fetchProblems({ created_at: "soon" })).toEqual(["created_at: created_at must be an object"]);
});

test("quantities say their bounds, of the cart and of an order by link", async () => {
  const { client } = await signedIn({ roles: ["buyer", "user"] });
  const add = async (quantity: unknown) =>
    (await client.call(addCartProduct, { params: { id }, body: { quantity } })).problems;
  expect(await add(0)).toEqual(["quantity: quantity must be a whole number of at least 1"]);
  expect(await add(1.5)).toEqual(["quantity: quantity must be a whole number from 1 to 10,000"]);
  expect(await add("2")).toEqual(["quantity: quantity must be a whole number from 1 to 10,000"]);
  expect(await add(undefined)).toEqual(["quantity: quantity is required: a whole number from 1 to 10,000"]);
  expect(await add(10_001)).toEqual(["quantity: quantity must be at most 10,000"]);
  expect((await client.call(updateCart, { body: { products: { [id]: -1 } } })).problems).toEqual([
    `products.${id}: products[…] must be a whole number of at least 1`,
  ]);
  const products = [
    { product_id: id, quantity: 1 },
    { product_id: "x", quantity: 0 },
  ];
  expect((await client.call(orderByLink, { body: { products } })).problems).toEqual([
    "products.1.productId: Invalid uuid.",
    "products.1.quantity: products[1].quantity must be a whole number of at least 1",
  ]);
});

test("the data rules of the specification name their numbers", async () => {
  const admin = (await signedInAdmin()).client;
  const texts = { name: 1025, address: 1025, industry: 65, net_suite_id: 1025, notes: 3073 };
  const body = Object.fromEntries(Object.entries(texts).map(([name, size]) => [name, "x".repeat(size)]));
  expect((await admin.call(updateOrganization, { params: { org_id: id }, body })).problems.toSorted()).toEqual([
    "address: address must be at most 1,024 characters",
    "industry: industry must be at most 64 characters",
    "name: Organization must be at most 1024 characters.",
    "net_suite_id: net_suite_id must be at most 1,024 characters",
    "notes: notes must be at most 3,072 characters",
  ]);
  const code = { scope: "verify:user-setup", user_id: id, code: "1234567" };
  expect((await visitor().call(verifyCode, { body: code })).problems).toEqual([
    "code: code must be at most 6 characters",
  ]);
  expect((await visitor().call(verifyCode, { body: { ...code, scope: "verify:all", code: "1" } })).problems).toEqual([
    "scope: scope must be one of verify:email-password-reset, verify:email-change, verify:user-setup",
  ]);
  const params = { subscription_id: "x".repeat(37) };
  expect(
    (await admin.call(updateSubscription, { params, body: { end_date: "soon", status: "late" } })).problems,
  ).toEqual([
    "subscription_id: subscription_id must be at most 36 characters",
    `end_date: end_date ${dateMessage}`,
    "status: status must be one of incomplete, active, past_due, canceled",
  ]);
  expect((await admin.call(giveSubscription, { body: { product_id: "x" } })).problems).toEqual([
    "product_id: Invalid uuid.",
    `start_date: start_date ${dateMessage}`,
    `end_date: end_date ${dateMessage}`,
    "org_id: Organization is required.",
  ]);
  const { client } = await signedIn();
  expect((await client.call(takeClientLog, { body: { message: "m", level: "warning" } })).problems).toEqual([
    "level: level must be one of error, warn, info",
  ]);
});

test("what the specification prints stays letter by letter", async () => {
  const admin = (await signedInAdmin()).client;
  const long = { first_name: "x".repeat(33), last_name: "x".repeat(33), phone: "5".repeat(17) };
  const body = { org_id: "x", email: "x", ...long, roles: ["buyer"] };
  expect((await admin.call(createUser, { body })).problems).toEqual([
    "org_id: Invalid Organization Id.",
    "email: Invalid Email Address.",
    "first_name: First name must be at most 32 characters.",
    "last_name: Last name must be at most 32 characters.",
    "phone: Phone Number must be at most 16 characters.",
    'roles: Either "admin" or "user" role must be selected.',
  ]);
  expect((await admin.call(createUser, { body: { roles: [] } })).problems).toEqual([
    "org_id: Organization is required.",
    "email: Email Address is required.",
    "first_name: First name is required.",
    "last_name: Last name is required.",
    "roles: At least 1 user role must be provided.",
  ]);
});

test("no message repeats what was sent", async () => {
  const { client } = await signedIn({ roles: ["buyer", "user"] });
  const secret = "<script>Zqx</script>";
  const query = { limit: secret, status: secret, sort: secret, is_open: secret };
  const texts = [
    (await client.call(listOrders, { query })).text,
    (await client.call(orderByLink, { body: { products: [{ product_id: secret, quantity: secret }] } })).text,
    (await client.call(updateCart, { body: { shipping_rate_id: secret, note: [secret] } })).text,
  ];
  expect(texts.join()).not.toContain("Zqx");
});

import type { Client } from "pg";
import { demoOrganizations } from "./organizations.ts";
import { daysAgo, insertMissing, seedId } from "./rows.ts";

type SeedNotification = [days: number, to: string, type: string, payload: object, isRead?: "read"];
type Order = {
  id: string;
  order_number: string;
  status: string;
  payment_status: string;
  total: string;
  email: string;
  days: number;
  /** Null for software, which is not shipped, and before the order ships. */
  tracking_number: string | null;
  /** Days ago; null before the order ships. */
  shipped: number | null;
};

const { acme } = demoOrganizations;
const owner = "owner@acme.test";
const buyer = "buyer@acme.test";
const user = "user@acme.test";
const beta = "beta@acme.test";
const org = { name: acme.name };
const software = (name: string, version: string) => ({ product: { name }, version });
const device = (device_name: string, device_serial: string) => ({ device_name, device_serial, org });
const team = { product: { name: "Flowpoint Team, yearly" }, subscription_term: "year" };
const fleet = { product: { name: "Fleet Monitor, yearly" }, subscription_term: "year" };
const notificationCount = 40;

/** Notifications that are not about orders; notifications about orders fill the list up to 40. */
const otherNotifications: SeedNotification[] = [
  [420, owner, "welcome", { org }, "read"],
  [420, buyer, "welcome", { org }, "read"],
  [419, buyer, "userRoleAdded", { org, roles: ["buyer"] }, "read"],
  [150, owner, "subscriptionStarted", team, "read"],
  [150, owner, "invoiceForSubscription", { ...team, amount: 96_451 }, "read"],
  [420, user, "welcome", { org }, "read"],
  [120, user, "passwordChanged", { changed_at: daysAgo(120), support_email: "support@cgx.test" }, "read"],
  [90, beta, "userRoleAdded", { org, roles: ["beta-tester"] }, "read"],
  [70, owner, "deviceAdded", device("CGX Gate G4", "CGX-G4-70520"), "read"],
  [43, owner, "deviceAdded", device("CGX Spectra 200", "CGX-200-70700"), "read"],
  [41, owner, "subscriptionCanceled", fleet, "read"],
  [40, owner, "subscriptionExpired", fleet, "read"],
  [180, beta, "newSoftwareVersion", software("Flowpoint", "5.1.0"), "read"],
  [17, user, "deviceAdded", device("CGX Spectra 100", "CGX-100-71001")],
  [22, owner, "newPluginVersion", software("LIMS Export", "1.3.0"), "read"],
  [30, owner, "newSoftwareVersion", software("Flowpoint", "5.2.0")],
  [30, user, "newSoftwareVersion", software("Flowpoint", "5.2.0")],
  [25, beta, "newSoftwareVersion", software("Spectra firmware", "1.5.0")],
  [28, user, "newPluginVersion", software("Color maps", "1.1.0")],
  [17, owner, "deviceAdded", device("CGX Spectra 100", "CGX-100-71000")],
];

/** 40 notifications of many types for users of Acme, of which older ones are read. */
export async function seedNotifications(client: Client): Promise<void> {
  const found = await client.query("select 1 from notifications where id = $1", [seedId(901)]);
  if (found.rows.length > 0) return;
  const people = await client.query<{ id: string; email: string; first_name: string; last_name: string }>(
    "select id, email, first_name, last_name from users where org_id = $1",
    [acme.id],
  );
  const byEmail = new Map(people.rows.map((recipient) => [recipient.email, recipient]));
  const told = [
    ...(await listOrderNotifications(client)).slice(0, notificationCount - otherNotifications.length),
    ...otherNotifications,
  ].toSorted(([one], [other]) => other - one);
  const rows = told.flatMap(([days, email, type, payload, read], index) => {
    const recipient = byEmail.get(email);
    if (!recipient) return [];
    const { id: user_id, first_name, last_name } = recipient;
    return {
      id: seedId(901 + index),
      user_id,
      type,
      payload: { first_name, last_name, ...payload },
      read_at: read ? daysAgo(days - 0.1) : null,
      created_at: daysAgo(days),
    };
  });
  await insertMissing(client, "notifications", rows);
}

/** Newest first. */
async function listOrderNotifications(client: Client): Promise<SeedNotification[]> {
  const { rows } = await client.query<Order>(
    `select o.id, o.order_number, o.status, o.payment_status, o.total::text, u.email,
       extract(epoch from now() - o.created_at)::float / 86400 as days,
       o.shipping_data -> 'packages' -> 0 ->> 'tracking_id' as tracking_number,
       extract(epoch from now() - (o.status_at ->> 'shipped')::timestamptz)::float / 86400 as shipped
     from orders o join users u on u.id = o.user_id where o.org_id = $1 order by o.created_at desc`,
    [acme.id],
  );
  return rows.flatMap((order): SeedNotification[] => {
    const { id, order_number, status, payment_status, total, email, days, tracking_number, shipped } = order;
    const about = { order_id: id, order_number };
    const isOld = days > 10 ? "read" : undefined;
    const firstType = payment_status === "pending" ? "orderReceived" : "orderConfirmed";
    const laterNotifications: SeedNotification[] = [];
    if (payment_status === "declined")
      return [[days, email, "paymentFailed", { ...about, amount: Number(total) }, isOld]];
    if (tracking_number !== null && shipped !== null)
      laterNotifications.push([shipped, email, "orderShipped", { ...about, tracking_number }, isOld]);
    if (status === "canceled") laterNotifications.push([days - 0.5, email, "orderCanceled", about, isOld]);
    if (payment_status.includes("refunded"))
      laterNotifications.push([days - 1, email, "paymentRefunded", { ...about, amount: Number(total) }, isOld]);
    if (payment_status === "disputed")
      laterNotifications.push([days - 1, email, "paymentDisputed", { ...about, amount: Number(total) }, isOld]);
    return [
      [days, email, firstType, { ...about, order_details: { total: Number(total) } }, isOld],
      ...laterNotifications,
    ];
  });
}

import { expect, test } from "vitest";
import { impersonating, signedIn } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";

async function fetchHeaderLinks(client: Client): Promise<string[]> {
  const html = await (await client.fetch("/portal")).text();
  const header = /<header.*?<\/header>/s.exec(html)?.[0] ?? "";
  return [...new Set([...header.matchAll(/href="(\/[^"]*)"/g)].map(([, href = ""]) => href))];
}

const commonLinks = [
  "/store/products",
  "/portal/orders",
  "/portal/devices",
  "/portal/downloads",
  "/portal/notifications",
];
const buyerLinks = ["/store/cart", "/portal/invoices", "/portal/payment-methods"];

test.each([
  ["a user", async () => signedIn(), [...buyerLinks, "/portal/people"]],
  ["a buyer", async () => signedIn({ roles: ["buyer", "user"] }), ["/portal/people"]],
  ["a manager", async () => signedIn({ roles: ["org", "user"] }), []],
  [
    "an administrator who acts as a manager",
    async () => impersonating(),
    ["/portal/payment-methods", "/portal/sessions"],
  ],
] as const)(
  "every link of the header opens for %s, and what they may not see is not there",
  async (_, createActor, absentPaths) => {
    const { client } = await createActor();
    const links = await fetchHeaderLinks(client);
    for (const path of commonLinks) expect(links).toContain(path);
    expect(links.filter((path) => (absentPaths as readonly string[]).includes(path))).toEqual([]);
    for (const path of links) expect([path, (await client.fetch(path)).status]).toEqual([path, 200]);
  },
);

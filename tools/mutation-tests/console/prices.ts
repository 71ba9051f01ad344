import type { Mutant } from "../mutant.ts";

const prices = "worker/domain/fulfilment/orders/order-prices.ts";
const whyOfOrder = "v1/admin/orders/order-prices.test.ts";
const demonstration = "v1/admin/orders/demo-prices.test.ts";

/** Issue 13: why a customer paid that. */
export const priceMutants: Mutant[] = [
  {
    name: "why this price does not name who gave the level",
    edits: [
      {
        file: prices,
        from: "'by', (select u.first_name || ' ' || u.last_name from users u where u.id = assigned.actor_id)",
        to: "'by', null::text",
      },
    ],
    tests: whyOfOrder,
  },
  {
    name: "why this price tells today as the day on which the level was given",
    edits: [{ file: prices, from: '${iso("assigned.created_at")}', to: '${iso("now()")}' }],
    tests: demonstration,
  },
  {
    name: "why this price does not tell the level before",
    edits: [{ file: prices, from: "'from', assigned.was", to: "'from', assigned.level" }],
    tests: whyOfOrder,
  },
  {
    name: "why this price does not tell since when it was that",
    edits: [
      {
        file: prices,
        from: "case when c.source <> 'before' then ${iso(\"c.changed_at\")} end",
        to: "case when c.source = 'before' then ${iso(\"c.changed_at\")} end",
      },
    ],
    tests: demonstration,
  },
  {
    name: "why this price does not name who asked for the synchronisation",
    edits: [{ file: prices, from: "where u.id = c.actor_id", to: "where u.id = c.product_id" }],
    tests: whyOfOrder,
  },
  {
    name: "why this price does not tell where the price came from",
    edits: [{ file: prices, from: "'source', c.source,", to: "'source', 'before'," }],
    tests: whyOfOrder,
  },
  {
    name: "why this price tells today's base price as that of the order",
    edits: [
      {
        file: prices,
        from: "${tracedAt(sql`${basePriceLevel}`, sql`o.created_at`)}",
        to: "${tracedAt(sql`${basePriceLevel}`, sql`now()`)}",
      },
    ],
    tests: whyOfOrder,
  },
  {
    name: "why this price tells today's level as that of the order",
    edits: [
      {
        file: prices,
        from: "coalesce(o.price_level_name, assigned.level, org.price_level_name",
        to: "coalesce(org.price_level_name, o.price_level_name, assigned.level",
      },
    ],
    tests: whyOfOrder,
  },
  {
    name: "an order by link does not note at which level it was priced",
    edits: [
      {
        file: "worker/domain/sales/payment-links/order-by-link.ts",
        from: "${items[0]?.price_level_name ?? null}",
        to: "${null}::text",
      },
    ],
    tests: whyOfOrder,
  },
  {
    name: "the page of an order does not say who gave the level",
    edits: [
      {
        file: "routes/admin/orders/lines.tsx",
        from: 'assigned.by === null ? "set by the accounting system" : `set by ${assigned.by}`',
        to: 'assigned.by === "" ? `set by ${assigned.by}` : "set by the accounting system"',
      },
    ],
    tests: whyOfOrder,
  },
  {
    name: "the orders of the demonstration do not say who gave the level",
    edits: [
      {
        file: "sandbox/seed/demo.ts",
        from: "    await seedPriceLevels(client);\n",
        to: "    await Promise.resolve(seedPriceLevels);\n",
      },
    ],
    tests: demonstration,
  },
];

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { createNetSuiteGateway, type NetSuiteGateway } from "../../../worker/gateways/net-suite/index.ts";
import { netSuiteId, netSuiteValue } from "../../../worker/gateways/net-suite/values.ts";
import type { Flow } from "../play.ts";

export const netSuiteNames = [
  "NETSUITE_API_URL",
  "NETSUITE_CLIENT_ID",
  "NETSUITE_CERTIFICATE_ID",
  "NETSUITE_PRIVATE_KEY",
] as const;

/** Sandboxes and test drives have their own accounts: 1234567-sb1 and tstdrv1234567. */
export const isNetSuiteTest = ({ hostname }: URL): boolean => /^\d+-(sb|rp)\d+\.|^(tst|td)drv\d+\./i.test(hostname);

export const openNetSuite = (settings: Record<(typeof netSuiteNames)[number], string>): NetSuiteGateway =>
  createNetSuiteGateway(settings);

const rowsMax = 5;
const sortIds = (ids: readonly string[]) => ids.toSorted((one, other) => Number(one) - Number(other));

/** Each flow deletes the records that it creates. */
export const netSuiteContract: Flow<NetSuiteGateway>[] = [
  { name: "accounting: the certificate signs in", play: (netSuite) => netSuite.check() },
  {
    name: "accounting: customers and items are listed in the order of their ids",
    play: async (netSuite) => {
      for (const [list, last] of [
        [netSuite.listCustomers, netSuite.lastCustomerId],
        [netSuite.listItems, netSuite.lastItemId],
      ] as const) {
        const { rows } = await list({ after: "0", to: await last(), limit: rowsMax });
        const ids = rows.map(({ id }) => id);
        assert.ok(ids.length > 0, "the account has no customer or no item: create one of each");
        assert.deepEqual(ids, sortIds(ids));
      }
    },
  },
  {
    name: "accounting: a price is a US dollar amount for one piece, one for each item, level and quantity",
    play: async (netSuite) => {
      const { rows } = await netSuite.listPrices({ from: "1", to: await netSuite.lastItemId(), limit: 100 });
      const keys = rows.map((row) => `${row.item_id} ${row.price_level_id} ${row.quantity}`);
      assert.equal(new Set(keys).size, keys.length);
      assert.ok(rows.every(({ quantity }) => quantity === 0 || quantity === 1));
      assert.ok(rows.every(({ unit_price }) => unit_price === null || /^-?\d*\.?\d+$/.test(unit_price)));
    },
  },
  {
    name: "accounting: an order saved twice is one record with numbered lines, and can be deleted",
    play: async (netSuite) => {
      const [customer] = (await netSuite.listCustomers({ after: "0", to: await netSuite.lastCustomerId(), limit: 1 }))
        .rows;
      const [item] = (await netSuite.listItems({ after: "0", to: await netSuite.lastItemId(), limit: 1 })).rows;
      assert.ok(customer && item, "the account has no customer or no item: create one of each");
      const externalId = `crunchbox-contract-${randomUUID()}`;
      const order = {
        entity: { id: customer.id },
        orderStatus: { id: "A" },
        memo: "Made and deleted by the contract tests of CrunchBox",
        item: { items: [{ item: { id: item.id }, quantity: 2, rate: 12.5 }] },
      };
      const id = await netSuite.upsert("salesOrder", externalId, order, ["item"]);
      try {
        assert.equal(await netSuite.upsert("salesOrder", externalId, order, ["item"]), id);
        const line = z.object({ line: netSuiteValue(), quantity: z.number() });
        const whole = await netSuite.getWholeRecord(
          z.object({ item: z.object({ items: z.array(line) }) }),
          "salesOrder",
          id,
        );
        assert.deepEqual(
          whole?.item.items.map(({ quantity }) => quantity),
          [2],
        );
        const found = await netSuite.findByExternalId(z.object({ id: netSuiteId() }), "salesOrder", externalId);
        assert.equal(found?.id, id);
      } finally {
        await netSuite.remove("salesOrder", id);
      }
      assert.equal(await netSuite.findByExternalId(z.object({}), "salesOrder", externalId), undefined);
    },
  },
];

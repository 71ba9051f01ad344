import type { Mutant } from "../mutant.ts";

const kinds = "worker/domain/search/console-kinds.ts";
const search = "v1/admin/console/search.test.ts";
const parts = "v1/admin/console/search-parts.test.ts";

/** Issue 13: one field finds everything. */
export const searchMutants: Mutant[] = [
  {
    name: "what is exactly the text does not come first in its group",
    edits: [
      {
        file: "worker/domain/search/console-group.ts",
        from: "order by (h.is_exact or named.is_it) desc, named.title",
        to: "order by named.title",
      },
    ],
    tests: parts,
    title: "what is exactly it before all",
  },
  {
    name: "groups with an exact hit do not come first",
    edits: [
      {
        file: "worker/domain/search/search-console.ts",
        from: "return [...found.filter(isExact), ...found.filter((group) => !isExact(group))];",
        to: "return found.filter((group) => isExact(group) || group.count > 0);",
      },
    ],
    tests: parts,
    title: "come before those that only hold it",
  },
  {
    name: "the number of a paper invoice finds nothing",
    edits: [
      {
        file: kinds,
        from: 'exactly("number", sql`select i.id from invoices i where lower(i.stripe_invoice_no) = lower(${text})`),',
        to: "",
      },
      { file: kinds, from: '    ...partly(text, "number", "invoices_number_text"),\n', to: "" },
    ],
    tests: search,
    title: "the number on the paper",
  },
  {
    name: "a tracking number finds nothing",
    edits: [{ file: kinds, from: '    exactly("tracking", tracked(text)),\n', to: "" }],
    tests: search,
    title: "the numbers of an order",
  },
  {
    name: "a tracking number that was kept in small letters is not found in capitals",
    edits: [
      {
        file: "worker/domain/fulfilment/orders/tracking.ts",
        from: "where upper(jsonb_path_query_array(k.shipping_data, '$.packages[*].tracking_id')::text) like",
        to: "where jsonb_path_query_array(k.shipping_data, '$.packages[*].tracking_id')::text like",
      },
    ],
    tests: "v1/admin/console/search-whole.test.ts",
    title: "kept in small letters",
  },
  {
    name: "a cart does not lead to its order",
    edits: [{ file: kinds, from: "id: sql`coalesce(${orderOfCart}, ", to: "id: sql`coalesce(null::uuid, " }],
    tests: search,
    title: "a cart's number finds the cart, which leads to its order",
  },
  {
    name: "a serial number finds a device that was removed",
    edits: [
      {
        file: kinds,
        from: "upper(d.serial) = upper(${text}) and not d.is_deleted`",
        to: "upper(d.serial) = upper(${text})`",
      },
    ],
    tests: parts,
    title: "a device that was removed is not found",
  },
  {
    name: "a part of an id of the provider finds everything like it",
    edits: [{ file: kinds, from: "where s.stripe_id = ${text}`", to: "where s.stripe_id like ${text} || '%'`" }],
    tests: parts,
    title: "a part of an id of the provider finds nothing",
  },
  {
    name: "the key / does not lead to the field",
    edits: [
      {
        file: "islands/console.ts",
        from: 'const isSlash = pressed === "/" &&',
        to: 'const isSlash = pressed === "?" &&',
      },
    ],
    tests: "e2e/admin/search.test.ts",
    title: "in two keystrokes and a paste",
    project: "browser",
  },
  {
    name: "a letter typed in another field leads to the search",
    edits: [
      {
        file: "islands/console.ts",
        from: "!altKey && !(target instanceof Element && target.closest(typed));",
        to: "!altKey && target instanceof Element;",
      },
    ],
    tests: "e2e/admin/search.test.ts",
    title: "no field loses a letter",
    project: "browser",
  },
  {
    name: "a package whose label was canceled leads to its order",
    edits: [{ file: kinds, from: " and k.status <> 'canceled'\n", to: "\n" }],
    tests: search,
    title: "whose label was canceled",
  },
  {
    name: "a cart with plans alone leads nowhere but to itself",
    edits: [{ file: kinds, from: "${orderOfCart}, ${planOfCart}, t.id)", to: "${orderOfCart}, t.id)" }],
    tests: search,
    title: "a cart with plans alone",
  },
  {
    name: "an invoice's number of the provider finds the order, too",
    edits: [{ file: kinds, from: " and o.stripe_id not like 'in\\\\_%'", to: "" }],
    tests: search,
    title: "what both an order and its invoice have",
  },
  {
    name: "a serial number finds no order with which the device came",
    edits: [{ file: kinds, from: '    exactly("serial", shippedSerial(text)),\n', to: "" }],
    tests: search,
    title: "the numbers of an order",
  },
  {
    name: "a product is found by its SKU in the right case alone",
    edits: [{ file: kinds, from: "lower(p.sku) = lower(${text})", to: "p.sku = ${text}" }],
    tests: search,
    title: "a subscription's, an organization's",
  },
  {
    name: "a person is found by their e-mail in the right case alone",
    edits: [{ file: kinds, from: "where lower(u.email) = lower(${text})", to: "where u.email = ${text}" }],
    tests: search,
    title: "a subscription's, an organization's",
  },
  {
    name: "a charge of the provider finds no invoice",
    edits: [
      {
        file: kinds,
        from: '    exactly("provider", sql`select l.invoice_id from payment_ledger l where l.stripe_object_id = ${text}`),\n',
        to: "",
      },
    ],
    tests: search,
    title: "the number on the paper",
  },
  {
    name: "the buyer's own number of an order finds nothing",
    edits: [
      {
        file: kinds,
        from: '    exactly("purchase_order", sql`select o.id from orders o where lower(o.po_number) = lower(${text})`),\n',
        to: "",
      },
    ],
    tests: search,
    title: "the numbers of an order",
  },
  {
    name: "an organization is not found by its customer at the provider",
    edits: [
      {
        file: kinds,
        from: '    exactly("provider", sql`select g.id from organizations g where g.stripe_customer_id = ${text}`),\n',
        to: "",
      },
    ],
    tests: search,
    title: "a subscription's, an organization's",
  },
  {
    name: "two letters find every name that has them",
    edits: [{ file: "worker/domain/sql.ts", from: "/[\\p{L}\\p{N}]{3}/u", to: "/[\\p{L}\\p{N}]{1}/u" }],
    tests: parts,
    title: "a text of one or two letters",
  },
];

import type { Mutant } from "../mutant.ts";

const products = "worker/domain/merchandising/change-products.ts";
const subscriptions = "worker/domain/subscriptions/change-subscriptions.ts";

/** Issue 13: products and subscriptions. */
export const sellingMutants: Mutant[] = [
  {
    name: "of several products those that can are published although one cannot",
    edits: [{ file: products, from: " and (select count(*) from held) = ${asked.length}", to: "" }],
    tests: "v1/admin/catalog/several-products.test.ts",
    title: "one that cannot stops all of them",
  },
  {
    name: "a plugin without a published version is sold",
    edits: [
      {
        file: products,
        from: '["SOFTWARE_PLUGIN_NOT_PUBLISHED", sql`not ${isDeliverable}`]',
        to: '["SOFTWARE_PLUGIN_NOT_PUBLISHED", sql`not ${isDeliverable} and false`]',
      },
    ],
    tests: "v1/admin/products.test.ts",
    title: "needs a linked plugin with a published version",
  },
  {
    name: "ten who publish a product at once all have done it",
    edits: [
      {
        file: products,
        from: '["PRODUCT_ALREADY_PUBLISHED", sql`is_published`]',
        to: '["PRODUCT_ALREADY_PUBLISHED", sql`false`]',
      },
    ],
    tests: "v1/admin/products.test.ts",
    title: "is published once by ten administrators",
  },
  {
    name: "of two who save a product at the same moment the second overwrites the first",
    edits: [
      {
        file: "worker/domain/merchandising/update-product.ts",
        from: "where id = ${id} and updated_at = coalesce(${updated_at ?? null}::timestamptz, updated_at)",
        to: "where id = ${id}",
      },
    ],
    tests: "v1/admin/catalog/product-text.test.ts",
    title: "of ten who changed the same version",
  },
  {
    name: "a product that is not published is in the store",
    edits: [
      {
        file: "worker/domain/catalog/product-rows.ts",
        from: "p.is_active and p.is_published and not p.is_archived`",
        to: "p.is_active and not p.is_archived`",
      },
    ],
    tests: "v1/admin/products.test.ts",
    title: "is in the store from its publication",
    is_wide: true,
  },
  {
    name: "the preview for an organization shows the visitor's price",
    edits: [
      {
        file: "routes/admin/products/preview.tsx",
        from: "previewOffer(ctx, product_id, org_id ?? null)",
        to: "previewOffer(ctx, product_id, null)",
      },
    ],
    tests: "http/pages/console/products.test.ts",
    title: "a page is seen as a visitor and as the people",
  },
  {
    name: "what is not archived is taken back from the archive",
    edits: [
      {
        file: products,
        from: 'unarchiveProduct: { set: sql`is_archived = false`, obstacles: [["PRODUCT_NOT_ARCHIVED", sql`not is_archived`]] }',
        to: 'unarchiveProduct: { set: sql`is_archived = false`, obstacles: [["PRODUCT_NOT_ARCHIVED", sql`false`]] }',
      },
    ],
    tests: "v1/admin/products.test.ts",
    title: "refuses to",
  },
  {
    name: "the start of a subscription that has begun is moved",
    edits: [
      {
        file: subscriptions,
        from: "if (start !== before.start_at && hasBegun)",
        to: "if (start === undefined && hasBegun)",
      },
    ],
    tests: "v1/admin/subscriptions.test.ts",
    title: "may move a start that is still to come",
  },
  {
    name: "a paid subscription is ended here and goes on at the provider",
    edits: [
      {
        file: subscriptions,
        from: "if (!before.stripe_id) return sql`least(",
        to: "if (before.status) return sql`least(",
      },
    ],
    tests: "v1/admin/subscriptions.test.ts",
    title: "reaches the payment provider",
  },
  {
    name: "what has ended is changed",
    edits: [
      {
        file: subscriptions,
        from: 'if (before.status === "canceled") throw unprocessable("SUBSCRIPTION_ALREADY_CANCELLED");',
        to: "",
      },
    ],
    tests: "v1/admin/subscriptions.test.ts",
    title: "is not possible once it is canceled",
  },
  {
    name: "a given subscription ends before it begins",
    edits: [
      {
        file: subscriptions,
        from: "if (end !== null && Date.parse(end) <= Date.parse(start))",
        to: "if (end === undefined)",
      },
    ],
    tests: "v1/admin/subscriptions.test.ts",
    title: "may not end it before its start",
  },
  {
    name: "a given subscription can be moved although it has begun, says its page",
    edits: [
      {
        file: "routes/admin/subscriptions/change-forms.tsx",
        from: "Date.parse(start_at) <= Date.now();",
        to: "Date.parse(start_at) > Date.now();",
      },
    ],
    tests: "http/pages/console/subscriptions.test.ts",
    title: "a given one offers its dates and status",
  },
];

import type { Mutant } from "../mutant.ts";

const products = "worker/domain/catalog/merchandising/change-products.ts";
const subscriptions = "worker/domain/payments/subscriptions/change-subscriptions.ts";

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
        file: "worker/domain/catalog/merchandising/update-product.ts",
        from: '["OBJECT_OUTDATED", updated_at !== undefined,',
        to: '["OBJECT_OUTDATED", updated_at === "",',
      },
    ],
    tests: "v1/admin/catalog/product-text.test.ts",
    title: "of ten who changed the same version",
  },
  {
    name: "the term of a plan changes while a subscription to it begins",
    edits: [
      {
        file: subscriptions,
        from: "where id = ${input.product_id} and subscription_term is not null\n        for share",
        to: "where id = ${input.product_id} and subscription_term is not null",
      },
    ],
    tests: "v1/admin/catalog/create-product.test.ts",
    title: "is that of every subscription",
  },
  {
    name: "a plan is bought at a term that it has no more",
    edits: [
      {
        file: "worker/domain/sales/checkout/claim-attempt.ts",
        from: "or p.subscription_term is distinct from i.subscription_term\n          or terms.subscription_term is distinct from i.subscription_term",
        to: "",
      },
    ],
    tests: "v1/store/changed-term.test.ts",
  },
  {
    name: "what comes from NetSuite is changed by an administrator",
    edits: [
      {
        file: "worker/domain/catalog/merchandising/update-product.ts",
        from: "held.net_suite_id is not null and (",
        to: "held.net_suite_id is null and (",
      },
    ],
    tests: "v1/admin/catalog/create-product.test.ts",
    title: "refuses to change what comes from NetSuite",
  },
  {
    name: "a published product loses its base price",
    edits: [
      {
        file: "worker/domain/catalog/merchandising/update-product.ts",
        from: "held.is_published and held.price_levels ?",
        to: "not held.is_published and held.price_levels ?",
      },
    ],
    tests: "v1/admin/catalog/create-product.test.ts",
    title: "keeps what is published sellable",
  },
  {
    name: "a form that is sent twice creates two products",
    edits: [
      {
        file: "routes/admin/products/new.tsx",
        from: "createProduct(ctx, values, id)",
        to: "createProduct(ctx, values, id && undefined)",
      },
    ],
    tests: "http/pages/console/product-form.test.ts",
    title: "sent twice, at once or later",
  },
  {
    name: "a pattern that reads a serial number in two ways is taken",
    edits: [
      {
        file: "worker/contract/serials/serial-pattern.ts",
        from: "if (one === other || (ends.has(one) && ends.has(other))) throw ambiguous();",
        to: "if (one === other) continue;",
      },
    ],
    tests: "domain/serial-patterns.test.ts",
    title: "is refused with its reason",
  },
  {
    name: "the serial number of a form is not tried on other products",
    edits: [
      {
        file: "worker/domain/catalog/try-serial.ts",
        from: "where p.patterns <> '{}' and p.id is distinct from ${product_id}::uuid",
        to: "where p.patterns = '{}' and p.id is distinct from ${product_id}::uuid",
      },
    ],
    tests: "http/pages/console/product-form.test.ts",
    title: "on the patterns as typed",
  },
  {
    name: "a product that is not active is in the store",
    edits: [
      {
        file: "worker/domain/catalog/product-rows.ts",
        from: "p.is_active and p.is_published and not p.is_archived`",
        to: "p.is_published and not p.is_archived`",
      },
    ],
    tests: "v1/admin/catalog/create-product.test.ts",
    title: "what is not active is out of the store",
    is_wide: true,
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

import type { Mutant } from "../mutant.ts";

const sent = "worker/http/files/send-file.ts";
const download = "worker/domain/software/downloads/download-file.ts";
const entitlement = "worker/domain/software/entitlement.ts";

/** Issue 11: devices, downloads and what an organization may have. */
export const softwareMutants: Mutant[] = [
  {
    name: "a serial number that only begins like a product's is registered",
    edits: [
      {
        file: "worker/domain/devices/judge-serials.ts",
        from: "asked.serial ~* ('^(?:' || p.pattern || ')$')",
        to: "asked.serial ~* p.pattern",
      },
    ],
    tests: "v1/client/org-products.test.ts",
    title: "is refused with the words of the specification",
  },
  {
    name: "another organization's device is answered as one's own",
    edits: [
      {
        file: "worker/domain/devices/judge-serials.ts",
        from: "case when d.org_id = ${asked.org_id} then d.id end as device_id",
        to: "d.id as device_id",
      },
    ],
    tests: "v1/client/org-products.test.ts",
    title: "that two organizations claim 20 times at once",
  },
  {
    name: "devices of others and removed ones are listed",
    edits: [
      {
        file: "worker/domain/devices/list-org-products.ts",
        from: "      sql`d.org_id = ${orgId}`,\n      sql`not d.is_deleted`,",
        to: "      sql`(d.org_id = ${orgId} or d.is_deleted)`,",
      },
    ],
    tests: "v1/client/org-products.test.ts",
    title: "hold neither a removed one nor another organization's",
  },
  {
    name: "a device shows the builds of every product",
    edits: [
      {
        file: "worker/domain/software/downloads/list-org-product-software.ts",
        from: "listSoftware(ctx, { product_id })",
        to: "listSoftware(ctx, product_id ? {} : { product_id })",
      },
    ],
    tests: "v1/client/org-product-software.test.ts",
    title: "a device leads to the builds that are made for it",
  },
  {
    name: "after a subscription has ended newer versions are had, too",
    edits: [
      {
        file: entitlement,
        from: "if (version.published_at !== null && version.published_at < until)",
        to: "if (version.published_at !== null)",
      },
    ],
    tests: "v1/client/software.test.ts",
    title: "stays what was published before its subscription ended",
  },
  {
    name: "after a subscription has ended nothing of it stays",
    edits: [
      {
        file: entitlement,
        from: "if (version.published_at !== null && version.published_at < until)",
        to: "if (version.published_at === null)",
      },
    ],
    tests: "v1/client/plugin-manifest.test.ts",
    title: "holds what was published before a subscription ended",
  },
  {
    name: "what was refunded is still had",
    edits: [
      {
        file: "worker/domain/software/entitlement-rows.ts",
        from: "in ('paid', 'partially_refunded', 'disputed', 'refund_failed')",
        to: "in ('paid', 'partially_refunded', 'refunded', 'disputed', 'refund_failed')",
      },
    ],
    tests: "v1/client/software.test.ts",
    title: "as long as there is money in the order",
  },
  {
    name: "another term of the same plan unlocks nothing",
    edits: [
      {
        file: "worker/domain/software/entitlement-rows.ts",
        from: "left join owned w on w.product_id = p.id or w.family = p.family",
        to: "left join owned w on w.product_id = p.id",
      },
    ],
    tests: "v1/client/software.test.ts",
    title: "is the same for every term of a plan",
  },
  {
    name: "a download that was begun goes on for a day",
    edits: [{ file: download, from: "const graceS = 3600;", to: "const graceS = 86_400;" }],
    tests: "v1/client/file-links.test.ts",
    title: "goes on for an hour with If-Range",
  },
  {
    name: "a link that has expired starts a download",
    edits: [
      {
        file: download,
        from: "now_s <= expires_s + graceS && is_begun && isContinued",
        to: "now_s <= expires_s + graceS && isContinued",
      },
    ],
    tests: "v1/client/file-links.test.ts",
    title: "a link that has expired starts nothing",
  },
  {
    name: "a link is not checked again when it is used",
    edits: [
      {
        file: download,
        from: "!isInTime(file, claims, asked) || !entitlementOf(file).allowed",
        to: "!isInTime(file, claims, asked)",
      },
    ],
    tests: "v1/client/download-file.test.ts",
    title: "its organization may not have it any more",
  },
  {
    name: "a link that somebody changed leads to the file",
    edits: [
      {
        file: "worker/domain/platform/secrets/file-token.ts",
        from: "made.filter((each) => isEqual(each, mac)).length > 0",
        to: "made.filter((each) => isEqual(each, mac)).length >= 0",
      },
    ],
    tests: "v1/client/download-file.test.ts",
    title: "is not what a link leads to that somebody changed",
  },
  {
    name: "a download that is resumed begins anew",
    edits: [
      {
        file: sent,
        from: "return end < offset ? undefined : { offset, length: end - offset + 1 };",
        to: "return end < offset ? undefined : { offset: 0, length: end - offset + 1 };",
      },
    ],
    tests: "v1/client/download-file.test.ts",
    title: "is the same after 20 downloads",
  },
  {
    name: "another file is resumed as if it were the same",
    edits: [{ file: sent, from: "if (ifRange !== undefined && ifRange !== etagOf(sha256)) return undefined;", to: "" }],
    tests: "v1/client/download-file.test.ts",
    title: "that has another ETag than If-Range names comes whole",
  },
  {
    name: "what two builds of a plugin need stands in its list twice",
    edits: [
      {
        file: "worker/domain/software/plugin-manifest.ts",
        from: "      visited.add(id);\n      visit(needed);",
        to: "      if (id !== build.id) visited.add(build.id);\n      if (!found.has(needed)) visit(needed);",
      },
    ],
    tests: "v1/client/plugin-manifest.test.ts",
    title: "lists what a version needs",
  },
];

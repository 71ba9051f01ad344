import type { Mutant } from "../mutant.ts";

const change = "worker/domain/software/releases/change-version.ts";
const releases = "v1/admin/software/releases.test.ts";

/** Issue 13: software, its check before it is published, and who gets it. */
export const softwareMutants: Mutant[] = [
  {
    name: "what is new in a version is overwritten by who read an older one",
    edits: [{ file: change, from: "and not is_deleted and ${isRead}", to: "and not is_deleted" }],
    tests: releases,
    title: "saved only while it is what was read",
  },
  {
    name: "a plugin is linked over the head of who linked it meanwhile",
    edits: [
      {
        file: "worker/domain/software/releases/link-plugin.ts",
        from: "and ${isRead} and ${isReady}",
        to: "and ${isReady}",
      },
    ],
    tests: releases,
    title: "one does; the next have to read it again",
  },
  {
    name: "a plugin without a published version is linked to a product",
    edits: [
      {
        file: "worker/domain/software/releases/link-plugin.ts",
        from: "and exists (select 1 from products p where p.id = ${productId}::uuid)\n    and exists (",
        to: "and exists (select 1 from products p where p.id = ${productId}::uuid)\n    or not exists (",
      },
    ],
    tests: "v1/admin/software.test.ts",
    title: "is refused with the reason",
  },
  {
    name: "statistics count the downloads of other software",
    edits: [
      {
        file: "worker/domain/software/downloads/download-statistics.ts",
        from: "from downloads d\n          where d.software_id = one.id\n          group by d.org_id",
        to: "from downloads d\n          group by d.org_id",
      },
    ],
    tests: releases,
    title: "the history tells who published",
  },
];

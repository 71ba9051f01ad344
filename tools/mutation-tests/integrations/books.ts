import type { Mutant } from "../mutant.ts";

const ledger = "worker/domain/accounting/reconciliation/compare-ledger.ts";
const movements = "worker/domain/accounting/reconciliation/compare-movements.ts";
const own = "worker/domain/accounting/reconciliation/compare-own.ts";
const records = "worker/domain/accounting/reconciliation/compare-records.ts";
const books = "v1/admin/books.test.ts";
const accounting = "v1/admin/books-accounting.test.ts";
const imports = "v1/admin/builds/imports.test.ts";

/** Issue 12: the books, and builds. */
export const bookMutants: Mutant[] = [
  {
    name: "what the provider does not know is no difference",
    edits: [{ file: ledger, from: "where l.object_id is null\n", to: "where l.object_id is null and false\n" }],
    tests: books,
    title: "what was planted is found",
  },
  {
    name: "an amount that differs at the provider is no difference",
    edits: [
      {
        file: ledger,
        from: "where l.amount <> l.amount_cents or l.currency <> 'usd'",
        to: "where l.currency <> 'usd'",
      },
    ],
    tests: books,
    title: "what was planted is found",
  },
  {
    name: "a charge that nobody here made is no difference",
    edits: [{ file: movements, from: "and o.left_over <> 0", to: "and o.left_over < 0" }],
    tests: books,
    title: "what was planted is found",
  },
  {
    name: "a charge that is not in the ledger is no difference",
    edits: [{ file: movements, from: "and not o.is_under_way\n", to: "and o.is_under_way\n" }],
    tests: books,
    title: "what was planted is found",
  },
  {
    name: "an order whose invoices do not add up is no difference",
    edits: [{ file: own, from: "where total <> billed", to: "where total < 0" }],
    tests: books,
    title: "what was planted is found",
  },
  {
    name: "a refund that accounting lacks is no difference",
    edits: [
      {
        file: ledger,
        from: "where case when l.memo_id is null then ${dueForExport(sql`l.created_at`)} else",
        to: "where case when l.memo_id is null then ${dueForExport(sql`l.created_at`)} and false else",
      },
    ],
    tests: accounting,
    title: "what accounting lacks",
  },
  {
    name: "an invoice that accounting lacks is no difference",
    edits: [
      {
        file: own,
        from: "i.payment_status <> 'refunded' and ${dueForExport",
        to: "i.payment_status = 'refunded' and ${dueForExport",
      },
    ],
    tests: accounting,
    title: "what accounting lacks",
  },
  {
    name: "a record of accounting that nobody here made is no difference",
    edits: [{ file: records, from: "where not j.is_ours\n", to: "where not j.is_ours and false\n" }],
    tests: accounting,
    title: "has without us",
  },
  {
    name: "a closed difference whose amounts changed stays closed",
    edits: [
      {
        file: "worker/domain/accounting/reconciliation/note-differences.ts",
        from: "and (d.closed_by is null or d.expected <> excluded.expected or d.found <> excluded.found)",
        to: "and d.closed_by is null",
      },
    ],
    tests: books,
    title: "stays closed until its amounts change",
  },
  {
    name: "a closed difference is opened by every comparison",
    edits: [
      {
        file: "worker/domain/accounting/reconciliation/note-differences.ts",
        from: "and (d.closed_by is null or d.expected <> excluded.expected or d.found <> excluded.found)",
        to: "and (d.closed_by is null or d.expected is not null)",
      },
    ],
    tests: books,
    title: "stays closed until its amounts change",
  },
  {
    name: "a file with another digest is imported",
    edits: [
      {
        file: "worker/domain/software/import/copy-file.ts",
        from: "if (upload.hash !== sha256)",
        to: 'if (upload.hash === "")',
      },
    ],
    tests: imports,
    title: "is told with its reason",
  },
  {
    name: "an imported version is published at once",
    edits: [
      {
        file: "worker/domain/software/releases/add-version.ts",
        from: "(id, software_id, version, developer_description, public_description, compatible_app_version,\n          file_name, bytes, sha256)\n      select ${build.id}::uuid, s.id,",
        to: "(is_published, published_at, id, software_id, version, developer_description, public_description,\n          compatible_app_version, file_name, bytes, sha256)\n      select true, now(), ${build.id}::uuid, s.id,",
      },
    ],
    tests: imports,
    title: "a release of the app is imported, published and downloaded",
  },
  {
    name: "another file under a version that is there is taken for the same",
    edits: [
      {
        file: "worker/domain/software/import/known.ts",
        from: "return told !== undefined && told !== null && told !== version.sha256;",
        to: 'return told === "" && told !== version.sha256;',
      },
    ],
    tests: imports,
    title: "is told with its reason",
  },
];

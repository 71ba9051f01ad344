import type { Mutant } from "../mutant.ts";

const chain = "migrations/0036_audit_chain.sql";
const walk = "ops/audit/walk.ts";
const verify = "ops/audit/verify.test.ts";

/** The chain of hashes of the audit log, its head and its anchors. */
export const auditChainMutants: Mutant[] = [
  {
    name: "an entry does not carry the hash of the one before",
    edits: [{ file: chain, from: "entry.previous_hash := head.hash;", to: "entry.previous_hash := repeat('0', 64);" }],
    tests: verify,
    title: "without a gap and without a fork",
  },
  {
    name: "what an entry tells is not part of its hash",
    edits: [
      {
        file: chain,
        from: "entry.data_hash := encode(sha256(convert_to(entry.data::text, 'UTF8')), 'hex');",
        to: "entry.data_hash := encode(sha256(convert_to(entry.id::text, 'UTF8')), 'hex');",
      },
    ],
    tests: verify,
    title: "without a gap and without a fork",
  },
  {
    name: "who changed the difference of an entry is not found",
    edits: [
      {
        file: walk,
        from: "else say(`What entry ${nameOf(entry)} tells was changed.`);",
        to: "else blanked.delete(seq);",
      },
    ],
    tests: verify,
    title: "the chain",
  },
  {
    name: "who removed the last entry is not found",
    edits: [{ file: walk, from: "if (last.seq < head.seq) say(", to: "if (last.seq < 0) say(" }],
    tests: verify,
    title: "the chain",
  },
  {
    name: "who rewrote the chain to its end, with its head, is not found by an anchor",
    edits: [{ file: walk, from: "if (anchor.hash !== entry.hash)", to: 'if (anchor.hash === "")' }],
    tests: verify,
    title: "is found by an anchor",
  },
  {
    name: "the head is not anchored apart from the database",
    edits: [
      {
        file: "worker/domain/platform/audit/anchor-audit.ts",
        from: "await ctx.gateways.files.keepFile(`audit/anchors/${anchor.at.slice(0, 13)}.json`, content);",
        to: "if (content.length > 0) await Promise.resolve();",
      },
    ],
    tests: verify,
    title: "the head is anchored each hour",
  },
  {
    name: "the worker's role may change entries",
    edits: [
      {
        file: "db/roles.sql",
        from: "REVOKE UPDATE, DELETE ON payment_ledger, audit_log FROM",
        to: "REVOKE UPDATE, DELETE ON payment_ledger FROM",
      },
    ],
    tests: "ops/worker-role.test.ts",
  },
  {
    name: "who removed an entry from the middle is not found",
    edits: [{ file: walk, from: "if (seq > last.seq + 1)", to: "if (seq > last.seq + 9)" }],
    tests: verify,
    title: "the chain",
  },
  {
    name: "who changed who did it is not found",
    edits: [{ file: walk, from: "if (hashOf(entry) !== entry.hash) say(", to: "if (hashOf(entry) === entry.id) say(" }],
    tests: verify,
    title: "the chain",
  },
  {
    name: "who removed the last entry with the head is not found by an anchor",
    edits: [
      {
        file: walk,
        from: "anchors.filter(({ seq }) => seq > last.seq)",
        to: "anchors.filter(({ seq }) => seq > last.seq + 99)",
      },
    ],
    tests: verify,
  },
];

import type { AuditCheck } from "../../../worker/contract/entities/audit-check.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { getAuditCheck } from "../../../worker/contract/v1/admin/audit.ts";
import { TimeText } from "../../../worker/ui/date.tsx";

const formatActCount = (entries: number): string =>
  `${entries.toLocaleString("en-US")} ${entries === 1 ? "act" : "acts"}`;

/** "53 acts, chain whole, checked 24 Nov 2026, 20:15, anchor #40", with a link to the receipt. */
export function ChainState({ check }: { check: AuditCheck | null }) {
  if (!check) return "Each act holds the hash of the one before. The chain was not verified here yet.";
  const { is_whole, entries, checked_at, anchors } = check;
  const [anchor] = anchors;
  return (
    <>
      {formatActCount(entries)}, {is_whole ? "chain whole" : <b>chain broken</b>}, checked <TimeText at={checked_at} />,{" "}
      {anchor ? `anchor #${anchor.seq}` : "no anchor"}.{" "}
      <a href={getAuditCheck.path} download="audit-receipt.json">
        Download the receipt
      </a>
    </>
  );
}

export const VerifyForm = () => (
  <form method="post" action={pages.verifyAudit}>
    <button className="button quiet">Verify the chain</button>
  </form>
);

export const checkMessage = ({ is_whole, entries, problems }: AuditCheck): string =>
  is_whole
    ? `The chain is whole: ${formatActCount(entries)} verified.`
    : `The chain is broken. ${problems.slice(0, 3).join(" ")} The receipt has the rest. Follow “The audit log” in ops/README.md.`;

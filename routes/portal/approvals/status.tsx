import type { ApprovalRequest } from "../../../worker/domain/sales/index.ts";
import { Badge, type Tone } from "../../../worker/ui/parts/badge.tsx";

type Status = ApprovalRequest["status"];

export const statusLabels: Record<Status, string> = {
  pending: "Waiting",
  approved: "Approved",
  rejected: "Rejected",
  canceled: "Canceled",
  expired: "Expired",
  failed: "Failed",
};
const tones: Record<Status, Tone> = {
  pending: "moving",
  approved: "success",
  rejected: "neutral",
  canceled: "neutral",
  expired: "neutral",
  failed: "danger",
};

export const statusText = ({ status, payment_status }: ApprovalRequest): string =>
  status === "approved" && (payment_status === "declined" || payment_status === "pending")
    ? "Approved, not paid"
    : statusLabels[status];

export function ApprovalBadge({ request }: { request: ApprovalRequest }) {
  const { status, can_decide: canDecide, payment_url: url } = request;
  if (canDecide) return <Badge tone="warning">Needs you</Badge>;
  if (url !== null) return <Badge tone="warning">Pay it</Badge>;
  return <Badge tone={tones[status]}>{statusText(request)}</Badge>;
}

import type { OrgUser } from "../../../worker/domain/people/index.ts";
import { Badge, type Tone } from "../../../worker/ui/parts/badge.tsx";

type Access = Pick<OrgUser, "is_active" | "is_set_up">;

const toBadge = ({ is_active, is_set_up }: Access): readonly [Tone, string] => {
  if (!is_active) return ["neutral", "Inactivated"];
  return is_set_up ? ["success", "Active"] : ["info", "Invited"];
};

export const accessText = (user: Access): string => toBadge(user)[1];

export function AccessBadge({ user }: { user: Access }) {
  const [tone, text] = toBadge(user);
  return <Badge tone={tone}>{text}</Badge>;
}

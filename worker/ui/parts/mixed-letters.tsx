import { hasMixedLetters } from "../../contract/people/mixed-letters.ts";
import { Badge } from "./badge.tsx";

export const MixedLettersBadge = ({ of }: { of: readonly string[] }) =>
  of.some(hasMixedLetters) ? (
    <>
      {" "}
      <Badge tone="warning">Mixed letters</Badge>
    </>
  ) : null;

import { hasMixedLetters } from "../../contract/people/mixed-letters.ts";
import { Badge } from "./badge.tsx";

/** Marks names and addresses that mix letters of scripts that look alike, for administrators. */
export const MixedLetters = ({ of }: { of: readonly string[] }) =>
  of.some(hasMixedLetters) ? (
    <>
      {" "}
      <Badge tone="warning">Mixed letters</Badge>
    </>
  ) : null;

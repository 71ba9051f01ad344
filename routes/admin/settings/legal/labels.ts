import type { LegalKind } from "../../../../db/enums.ts";

export const kindTitles: Record<LegalKind, string> = {
  terms: "Terms of sale",
  returns: "Returns",
  privacy: "Privacy",
  imprint: "Imprint",
};

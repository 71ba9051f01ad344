import type { SentForm } from "./app-env.ts";

/**
 * Form fields in which a user proves a fresh sign-in when a refused form is sent again (ADR-083). No other form field
 * has these names.
 */
export const proofFields = { code: "proof.code", password: "proof.password" } as const;
/** Query parameter that cancels the proof. A field would be read too late, when the form is handled. */
export const cancelQuery = "proof.cancel";
const lengthMax = 1000;

/** Separates the proof from the form, so that no use case and no page sees it. */
export function extractProof(sent: SentForm): SentForm {
  const fields = new URLSearchParams(sent.fields);
  const code = fields.get(proofFields.code)?.slice(0, lengthMax);
  const password = fields.get(proofFields.password)?.slice(0, lengthMax);
  for (const name of Object.values(proofFields)) fields.delete(name);
  if (code !== undefined) return { ...sent, fields, proof: { code } };
  return { ...sent, fields, ...(password !== undefined && { proof: { password } }) };
}

import type { FactorKind } from "../../worker/contract/error-details.ts";
import type { refreshSession, requestRefresh } from "../../worker/contract/v1/sso/session.ts";
import { call, type Outcome } from "./api.ts";
import { getCredential, passkeyErrorMessage } from "./passkeys.ts";

export type RequiredProofs = { code_label: string | undefined; has_passkey: boolean; takes_password: boolean };

/** `factors` are the second factors of the user; without any, the password is the proof. */
export const toRequiredProofs = (factors: readonly FactorKind[]): RequiredProofs => ({
  has_passkey: factors.includes("passkey"),
  code_label: factors.includes("totp")
    ? "Code from your authenticator app"
    : factors.includes("backup_code")
      ? "Backup code"
      : undefined,
  takes_password: factors.length === 0,
});

export const refreshBy = (body: { code: string } | { password: string }): Promise<Outcome<unknown>> => refresh(body);

const refresh = (body: Parameters<typeof call<typeof refreshSession>>[1]["body"]) =>
  call<typeof refreshSession>(
    { method: "POST", path: "/v1/sso/session/refresh", status: 200, needs: ["fresh_until"] },
    { body },
  );

/** Returns an error message; undefined after the proof, empty if the request was aborted. */
export async function refreshByPasskey(): Promise<string | undefined> {
  const optionsOutcome = await call<typeof requestRefresh>(
    { method: "POST", path: "/v1/sso/session/refresh/options", status: 200, needs: ["options"] },
    {},
  );
  if (!optionsOutcome.ok) return optionsOutcome.message;
  try {
    const outcome = await refresh({ response: await getCredential(optionsOutcome.data.options) });
    return outcome.ok ? undefined : outcome.message;
  } catch (error) {
    return passkeyErrorMessage(error) ?? "";
  }
}

type Factors = { passkeys: number; has_totp: boolean; backup_codes_left: number };

const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

export const hasFactor = ({ passkeys, has_totp }: Factors): boolean => passkeys > 0 || has_totp;

/** Such as "1 passkey, authenticator app, 8 backup codes". */
export function formatFactors(factors: Factors): string {
  if (!hasFactor(factors)) return "Password alone";
  const { passkeys, has_totp, backup_codes_left } = factors;
  return [
    passkeys > 0 && formatCount(passkeys, "passkey"),
    has_totp && "authenticator app",
    formatCount(backup_codes_left, "backup code"),
  ]
    .filter(Boolean)
    .join(", ");
}

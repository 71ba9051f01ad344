import type { BenchUser } from "./people.ts";

export interface AccountPage {
  name: string;
  path: string;
  headers?: Record<string, string>;
  /** 0 for pages without a form. */
  script_bytes_max: number;
}

const kB = 1000;
export const htmlBytesMax = 6 * kB;
export const stylesheetBytesMax = 10 * kB;
const formScriptBytesMax = 12.5 * kB;
/** Includes the list of common passwords and, on the set-up page, the license dialog. */
const newPasswordScriptBytesMax = 14 * kB;

/** Account pages, each with the maximum of its scripts in Brotli bytes. */
export function accountPages({ user_id, headers, setup_link, reset_link }: BenchUser): AccountPage[] {
  const form = { script_bytes_max: formScriptBytesMax };
  const newPassword = { script_bytes_max: newPasswordScriptBytesMax };
  const plain = { script_bytes_max: 0 };
  return [
    { name: "sign-in", path: "/sign-in/crunchbox", ...form },
    { name: "request-account", path: "/request-account", ...form },
    { name: "recover-password", path: "/recover-password", ...form },
    { name: "verify", path: `/verify/${reset_link}`, ...newPassword },
    { name: "setup", path: `/setup/${setup_link}`, ...newPassword },
    { name: "flowpoint", path: "/flowpoint", headers, ...form },
    { name: "license-agreement", path: "/license-agreement", ...plain },
    { name: "not-found", path: "/no-such-page", ...plain },
    { name: "verify-email", path: `/verify-email/${user_id}/ABCDEF`, ...plain },
  ];
}

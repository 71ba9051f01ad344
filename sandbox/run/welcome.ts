import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../process/settings.ts";

const accounts = [
  ["admin@cgx.test", "administrator, owner of the shop"],
  ["support@cgx.test", "administrator for support"],
  ["warehouse@cgx.test", "administrator for the warehouse"],
  ["finance@cgx.test", "administrator for finance"],
  ["catalogue@cgx.test", "administrator for the catalogue"],
  ["owner@acme.test", "owner of Acme Robotics"],
  ["buyer@acme.test", "buyer at Acme Robotics"],
  ["user@acme.test", "user at Acme Robotics"],
  ["beta@acme.test", "user and beta tester"],
  ["owner@globex.test", "owner and buyer at Globex"],
  ["owner@cascade.test", "owner of Cascade Coatings, which buys on account"],
  ["buyer@cascade.test", "buyer at Cascade Coatings"],
  ["inactive@acme.test", "inactive: cannot sign in"],
  ["new@acme.test", "never set up: has no password yet"],
] as const;

export function printWelcome(publicUrl: string, sandboxUrl: string, dataDir: string): void {
  const hasDemo = readFileSync(join(dataDir, "seed"), "utf8").trim() === "demo";
  const lines = [
    "",
    "  CrunchBox is running. Stop it with Ctrl-C.",
    "",
    `  Store             ${publicUrl}/store`,
    `  Admin console     ${publicUrl}/admin`,
    `  API reference     ${publicUrl}/docs`,
    `  Sandbox           ${sandboxUrl}/`,
    `  Inbox             ${sandboxUrl}/mail`,
    `  Data              ${relative(root, dataDir).startsWith("..") ? dataDir : relative(root, dataDir)}`,
    "",
    ...(hasDemo
      ? ["  Demo accounts, password Demo-1234!", ...accounts.map(([email, what]) => `    ${email.padEnd(20)}${what}`)]
      : []),
    ...(hasDemo ? [] : firstSteps(publicUrl, sandboxUrl)),
    "",
  ];
  console.log(lines.join("\n"));
}

/** Instructions for an empty shop, which needs its first administrator. */
const firstSteps = (publicUrl: string, sandboxUrl: string) => [
  "  No demo data (SEED=none at the first start). To become the first administrator:",
  "    npm run db:first-admin -- --organization CGX --email you@example.com --first-name Ada --last-name Nilsson \\",
  "      --license license.html --license-version 1",
  `    then ask for a password at ${publicUrl}/recover-password and open the mail at ${sandboxUrl}/mail.`,
];

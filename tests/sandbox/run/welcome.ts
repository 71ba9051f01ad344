import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../process/settings.ts";

const accounts = [
  ["admin@cgx.test", "administrator"],
  ["owner@acme.test", "owner of Acme Robotics"],
  ["buyer@acme.test", "buyer at Acme Robotics"],
  ["user@acme.test", "user at Acme Robotics"],
  ["beta@acme.test", "user and beta tester"],
  ["owner@globex.test", "owner and buyer at Globex"],
  ["inactive@acme.test", "inactive: cannot sign in"],
  ["new@acme.test", "never set up: has no password yet"],
] as const;

/** Prints where everything is and who can sign in. */
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
    ...(hasDemo ? [] : ["  No demo data (SEED=none at the first start)."]),
    "",
  ];
  console.log(lines.join("\n"));
}

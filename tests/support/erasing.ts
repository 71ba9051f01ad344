import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../sandbox/process/settings.ts";

const [, text = ""] = readFileSync(join(root, "ops/README.md"), "utf8").split("### Erase a person\n");
const code = [...(text.split("\n## ")[0] ?? "").matchAll(/`([^`\n]+)`/g)].map(([, each = ""]) => each);

/**
 * The statements that erase the user `<id>`, in the order of ops/README.md, which names further tables by "and the same
 * for".
 */
export const erasingStatements: readonly string[] = code.map((each) =>
  /^[a-z_]+$/.test(each) ? `delete from ${each} where user_id = '<id>'` : each,
);

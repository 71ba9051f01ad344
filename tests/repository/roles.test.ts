import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { roles, staffPresets } from "../../db/enums.ts";

const allowedFiles = [
  "db/enums.ts",
  "db/first-admin.ts",
  "db/schema/people/users.ts",
  "worker/contract/people/permissions.ts",
  "worker/contract/people/role-labels.ts",
  "routes/design/components.tsx",
  "routes/design/example-data.ts",
];

const anyRole = `["'\`](${roles.join("|")})["'\`]`;
const namedRole = `["'\`](${roles.filter((each) => each !== "user").join("|")})["'\`]`;
const preset = `["'\`](${staffPresets.join("|")})["'\`]`;
/** Patterns of lines that compare with, look up, map to or list a role or preset by its name. */
const comparisons = [
  new RegExp(`\\b\\w*roles?\\b.*${namedRole}`, "i"),
  new RegExp(`${namedRole}.*\\b(roles|held)\\b`, "i"),
  new RegExp(`\\b\\w*roles?\\b[^"']*(includes\\(|[!=]==|: \\[)\\s*"user"`, "i"),
  new RegExp(`([!=]==|includes\\()\\s*${namedRole}`),
  new RegExp(`^\\s*\\w+: ${namedRole},$`),
  new RegExp(`\\bpreset\\b.*${preset}`),
  new RegExp(`(= any\\(|&&)\\s*${anyRole}|${anyRole}\\s*= any\\(`),
];
/** Removes the ARIA attribute `role`, which is not a user's role. */
const removeAriaRole = (line: string): string => line.replaceAll(/\brole="\w+"/g, "");

const comparesRoles = (line: string): boolean => comparisons.some((pattern) => pattern.test(removeAriaRole(line)));

test.each([
  `if (viewer.roles.includes("org")) show();`,
  "join users u on u.org_id = s.org_id and 'org' = any(u.roles)",
  `const isBuyer = role === "buyer";`,
  `const allowed = ["org", "buyer"].some((each) => roles.includes(each));`,
  `  manage_people: "org",`,
  "and (target.preset <> 'owner' or exists (select 1 from owners))",
  `export const grantable = held.filter((each) => each !== "admin");`,
])("finds the comparison %s", (line) => expect(comparesRoles(line)).toBe(true));

test("no code but the table of permissions compares roles or presets by name", () => {
  const trackedFiles = execFileSync("git", ["ls-files", "worker", "routes", "islands", "db", "ops"], {
    encoding: "utf8",
  });
  const files = trackedFiles.split("\n").filter((file) => /\.tsx?$/.test(file) && !allowedFiles.includes(file));
  const lines = files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, index) => (comparesRoles(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(lines).toEqual([]);
});

// Commands and links of the runbooks must work on the current schema and pages.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../sandbox/process/settings.ts";
import { monitoredValues } from "../../worker/domain/platform/alerts/watched.ts";
import { signedInAdmin } from "../support/actors.ts";
import { query } from "../support/database.ts";
import { erasingStatements } from "../support/erasing.ts";

const readText = (file: string) => readFileSync(join(root, file), "utf8");
const runbooks = readText("ops/runbooks.md");
const guides = globSync("{docs,ops}/*.md", { cwd: root }).map((file) => readText(file));
const findCode = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
const code = [...new Set(guides.flatMap(findCode))];

const [table = "", ...sections] = runbooks.split(/^## /m);
const rows = table.split("\n").flatMap((line) => (line.startsWith("| ") ? [line.split(" | ")] : []));

test("each alarm has a row of the table and a section, and no other name is an alarm", () => {
  // The database alarm is no monitored value: the worker raises it when the database does not answer.
  const alarms = [...monitoredValues.map(({ name }) => name), "database-down"].toSorted();
  expect(rows.flatMap(([sign = ""]) => findCode(sign)).toSorted()).toEqual(alarms);
  const titles = sections.map((section) => section.split("\n")[0] ?? "");
  expect(titles.flatMap((title) => findCode(title)).toSorted()).toEqual(alarms);
});

test("each row says how severe it is, where to look first, what to paste and what to tell customers", () => {
  const [head, , ...signs] = rows;
  expect(head).toHaveLength(5);
  expect(signs.length).toBeGreaterThan(15);
  for (const cells of signs) {
    expect(cells, cells[0]).toHaveLength(5);
    expect(cells[1], cells[0]).toMatch(/^[123]$/);
    expect(findCode(cells[3] ?? "").join(), cells[0]).toMatch(/^(select|npm run) /);
    for (const cell of cells) expect(cell.replace(/[|\s]/g, ""), cells[0]).not.toBe("");
  }
});

const sqlStatements = code.filter((each) => /^(select|update|delete from|insert into|with) /.test(each));

// A mail that keeps its batch and key is refused by the provider
// (https://resend.com/docs/dashboard/emails/idempotency-keys); `resendNotifications` gives it new ones.
test("no statement queues messages again", () => {
  expect(sqlStatements.filter((each) => each.startsWith("update outbox"))).toEqual([]);
});

// A scheduled notification that was sent since then is not sent in the branch, and a worker would send it again.
test("the drill of a restore runs no worker on the data of customers", () => {
  const drill = readText("ops/README.md").split("### The drill\n")[1]?.split("\n## ")[0] ?? "";
  expect(drill).toContain("npm run audit:verify");
  expect(drill).not.toMatch(/deploy|sign in/i);
});

test.each([...new Set([...sqlStatements, ...erasingStatements])])("the database takes %s", async (statement) => {
  const filledStatement = statement
    .replaceAll(/'(\.\.\.|<id>)'/g, "null")
    .replaceAll("(...)", "(null)")
    .replace("(pid)", "(0)");
  expect((await query(`explain ${filledStatement}`)).length).toBeGreaterThan(0);
});

const addresses = code.filter((each) => /^\/(admin|status|health|portal|store|recover-password)\b[^<]*$/.test(each));

test.each(addresses)("%s is a page", async (address) => {
  const { client } = await signedInAdmin();
  expect((await client.fetch(address)).status).toBe(200);
});

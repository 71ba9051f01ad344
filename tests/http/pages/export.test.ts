import { createHmac } from "node:crypto";
import { describe, expect, inject, test } from "vitest";
import { signedIn } from "../../support/actors.ts";
import { sandbox } from "../../support/sandbox.ts";
import { query } from "../../support/database.ts";
import { shop } from "../../support/store.ts";

test("a file of several parts has every row once, whichever way it is sorted, and those without a value at one end", async () => {
  const { client, user } = await signedIn();
  const plan = await shop.createPlan();
  const [withEnd, withoutEnd] = [1_150, 1_130];
  await query(
    `insert into subscriptions (org_id, product_id, status, amount, interval, start_at, current_period_end)
     select $1, $2, 'canceled', 4900, 'month', now() - n * interval '1 minute',
       case when n <= $3 then now() + (n / 10) * interval '1 day' end
     from generate_series(1, $4) n`,
    [user.org_id, plan.id, withEnd, withEnd + withoutEnd],
  );
  for (const sort of ["current_period_end", "-current_period_end"]) {
    const text = await (await client.fetch(`/portal/subscriptions?format=csv&is_ended=true&sort=${sort}`)).text();
    const [, ...lines] = text.trimEnd().split("\r\n");
    const ends = lines.map((line) => line.split(",")[1] ?? "");
    expect(new Set(lines).size, sort).toBe(withEnd + withoutEnd);
    expect(lines, sort).toHaveLength(withEnd + withoutEnd);
    const values = ends.filter((end) => end !== "");
    expect(values, sort).toEqual(sort.startsWith("-") ? values.toSorted().toReversed() : values.toSorted());
    // PostgreSQL sorts nulls as larger than all values.
    expect(ends.indexOf(""), sort).toBe(sort.startsWith("-") ? 0 : withEnd);
  }
});

const pepper = inject("workerVars")["CODE_PEPPER"] ?? "";

describe("a long file", () => {
  /** Signs in a user whose file exceeds what the connection buffers while the client does not read. */
  async function signInWithLongFile(rows = 40_000) {
    const actor = await signedIn({ roles: ["org", "buyer", "user"] });
    const plan = await shop.createPlan({ name: `Plan ${"of a long name ".repeat(15)}` });
    await query(
      `insert into subscriptions (org_id, product_id, status, amount, interval, start_at)
       select $1, $2, 'canceled', 4900, 'month', now() - n * interval '1 minute' from generate_series(1, $3) n`,
      [actor.user.org_id, plan.id, rows],
    );
    return actor;
  }
  const path = "/portal/subscriptions?format=csv&is_ended=true";
  /** The stored name of a user's export slot, which every statement about the slot contains. */
  const slotKey = (userId: string) =>
    createHmac("sha256", pepper).update(`export:${userId}`).digest().subarray(0, 16).toString("hex");

  test("is one at a time for a user", async () => {
    const { client, user } = await signInWithLongFile();
    const first = await client.fetch(path);
    expect(first.status).toBe(200);
    const second = await client.fetch(path);
    expect([second.status, second.headers.get("retry-after")]).toEqual([429, "20"]);
    expect(await second.text()).toContain("One of your files is still being written");

    const colleague = await signedIn({ roles: ["buyer", "user"], org_id: user.org_id ?? undefined });
    const other = await colleague.client.fetch(path);
    expect(other.status).toBe(200);
    await other.body?.cancel();
    const shortAnswer = await client.fetch("/portal/invoices?format=csv");
    expect(shortAnswer.status, "a file of one part waits for none").toBe(200);
    await first.body?.cancel();
  });

  test("that has arrived makes room for the next", async () => {
    const { client } = await signInWithLongFile(3000);
    for (const _ of [1, 2]) {
      const text = await (await client.fetch(path)).text();
      expect(text.trimEnd().split("\r\n")).toHaveLength(3001);
    }
  });

  test("arrives whole although its place can be neither renewed nor given back", async () => {
    const { client, user } = await signInWithLongFile();
    const answer = await client.fetch(path);
    const text = slotKey(user.id);
    await sandbox.addFault({ service: "database", kind: "cut", text, times: 100 });
    const findPlace = () => query("select n, resets_at::text from rate_counters where key = $1", [text]);
    const place = await findPlace();
    expect(place).toHaveLength(1);
    const file = await answer.text();
    await sandbox.clearFaults();
    expect(file.trimEnd().split("\r\n")).toHaveLength(40_001);
    expect(await findPlace(), "the place is taken until the lease ends").toEqual(place);
  });

  test("that was canceled makes room after 20 seconds", async () => {
    const { client, user } = await signInWithLongFile();
    await (await client.fetch(path)).body?.cancel();
    expect((await client.fetch(path)).status).toBe(429);
    await query("update rate_counters set resets_at = resets_at - interval '20 seconds' where key = $1", [
      slotKey(user.id),
    ]);
    expect((await client.fetch(path)).status).toBe(200);
  });
});

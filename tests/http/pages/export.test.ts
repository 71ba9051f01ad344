import { expect, test } from "vitest";
import { signedIn } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { shop } from "../../support/store.ts";

test("a file of several parts has every row once, whichever way it is sorted, and those without a value at one end", async () => {
  const { client, user } = await signedIn();
  const plan = await shop.createPlan();
  const [withEnd, without] = [1_150, 1_130];
  await query(
    `insert into subscriptions (org_id, product_id, status, amount, interval, start_at, current_period_end)
     select $1, $2, 'canceled', 4900, 'month', now() - n * interval '1 minute',
       case when n <= $3 then now() + (n / 10) * interval '1 day' end
     from generate_series(1, $4) n`,
    [user.org_id, plan.id, withEnd, withEnd + without],
  );
  for (const sort of ["current_period_end", "-current_period_end"]) {
    const text = await (await client.fetch(`/portal/subscriptions?format=csv&sort=${sort}`)).text();
    const [, ...lines] = text.trimEnd().split("\r\n");
    const ends = lines.map((line) => line.split(",")[1] ?? "");
    expect(new Set(lines).size, sort).toBe(withEnd + without);
    expect(lines, sort).toHaveLength(withEnd + without);
    const values = ends.filter((end) => end !== "");
    expect(values, sort).toEqual(sort.startsWith("-") ? values.toSorted().toReversed() : values.toSorted());
    // nulls are larger than any value
    expect(ends.indexOf(""), sort).toBe(sort.startsWith("-") ? 0 : withEnd);
  }
});

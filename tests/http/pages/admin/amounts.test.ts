import { expect, test } from "vitest";
import { signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { unique } from "../../../support/factories.ts";

test("what is below zero has a true minus sign for people, and a hyphen in files that programs read", async () => {
  const { client } = await signedInAdmin();
  const number = unique("ch");
  await query(
    `insert into book_differences (kind, reference_type, reference_id, expected, found, cause, last_seen_run)
     values ('amount_differs', 'charge', $1, 125000, 124750, 'provider_amount_differs', gen_random_uuid())`,
    [number],
  );
  const path = `/admin/integrations/books/differences?search=${number}`;
  const page = await (await client.fetch(path)).text();
  expect(page).toContain("−$2.50");
  expect(page).not.toContain("-$2.50");
  const file = await (await client.fetch(`${path}&format=csv`)).text();
  expect(file.trimEnd()).toMatch(/,125000,124750,-250$/);
});

import { expect, test } from "vitest";
import { signedInAdmin } from "../../../support/actors.ts";
import { postForm } from "../../../support/forms.ts";
import { createOrganizationRows } from "../../organization-rows.ts";
import { readWords } from "../words.ts";

test.each([
  [1, "CGX-1 waits for the accounting export."],
  [2, "CGX-1, CGX-2 wait for the accounting export."],
])("of %i invoices to export again the list says so", async (count, message) => {
  const { client } = await signedInAdmin();
  const fields = new URLSearchParams();
  for (let number = 1; number <= count; number += 1) {
    const { invoice_id } = await createOrganizationRows();
    fields.append("id", invoice_id);
    fields.append(`name.${invoice_id}`, `CGX-${number}`);
  }
  const answer = await postForm(client, "/admin/invoices/sync-needed", fields);
  expect(answer.status).toBe(303);
  expect(await readWords(client, "/admin/invoices")).toContain(message);
});

import { updateOrganization } from "../../../worker/contract/v1/admin/organizations.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import type { State } from "./state.ts";

export const auditStates: State[] = [
  {
    name: "audit, a difference unfolded",
    who: signedInAdmin,
    reach: async (page) => {
      const [longestOrganization] = await query<{ id: string }>(
        "select id from organizations order by length(name) desc limit 1",
      );
      const { client } = await signedInAdmin();
      const change = {
        params: { org_id: longestOrganization?.id ?? "" },
        body: { notes: "Asks for a call before each delivery" },
      };
      (await client.call(updateOrganization, change)).reply();
      await page.goto("/admin/audit");
      await page.locator("summary").first().click();
    },
  },
];

import * as z from "zod/mini";
import { addressLines } from "../../islands/lib/address.ts";
import { uuid } from "../../worker/contract/fields.ts";
import { pages } from "../../worker/contract/pages.ts";
import { getOrganization, type ListedOrganization } from "../../worker/domain/organizations/index.ts";
import { page } from "../../worker/http/page.ts";
import { DateText } from "../../worker/ui/date.tsx";
import { PageHeader } from "../../worker/ui/layouts/page-header.tsx";
import { Facts } from "../../worker/ui/parts/facts.tsx";
import { consoleLayout } from "../layouts.tsx";

export const organization = page({
  path: pages.organization,
  access: "admin",
  layout: consoleLayout,
  section: "Organizations",
  params: z.object({ org_id: uuid() }),
  load: ({ ctx, params }) => getOrganization(ctx, params.org_id),
  head: ({ name }) => ({ title: `${name} · CrunchBox`, no_store: true }),
  view: (shown) => (
    <>
      <PageHeader
        trail={[["Organizations", pages.organizations]]}
        title={shown.name}
        subtitle={
          <>
            Customer since <DateText at={shown.created_at} />, {peopleText(shown)}
          </>
        }
      />
      <Facts
        facts={[
          ["Price level", shown.price_level_name ?? "List prices"],
          ["Industry", shown.industry ?? "Not told"],
          ["Billing email", shown.billing_email ?? "None"],
          ["Address", shown.address ? addressLines(shown.address).join(", ") : "None"],
          ["Notes", shown.notes ?? "None"],
        ]}
      />
    </>
  ),
});

const peopleText = ({ user_count }: ListedOrganization) =>
  user_count === 1 ? "1 person" : `${user_count.toLocaleString("en-US")} people`;

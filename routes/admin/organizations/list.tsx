import * as z from "zod/mini";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import * as contract from "../../../worker/contract/v1/admin/organizations.ts";
import { basePriceLevel } from "../../../worker/domain/catalog/index.ts";
import {
  listOrganizations,
  type PriceLevelEffects,
  readPriceLevelEffects,
  setPriceLevel,
  undoPriceLevel,
} from "../../../worker/domain/organizations/index.ts";
import type { TypedInput } from "../../../worker/http/flash.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { TruncatedText } from "../../../worker/ui/parts/cut.tsx";
import { bulkAction } from "../../bulk-action.ts";
import { MixedLettersBadge } from "../../../worker/ui/parts/mixed-letters.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { writeHref } from "../notifications/audience-values.ts";
import { levelOptions } from "./organization-fields.tsx";

const call = contract.setPriceLevel;
/** The form names the base price, for which the API takes null, so that an empty choice is an error. */
const body = z.extend(call.body, {
  price_level_name: z.string("Choose a price level.").check(z.minLength(1, "Choose a price level."), z.maxLength(128)),
});

const setLevelAction = bulkAction({ ...call, body } as const, {
  label: "Set the price level",
  path: pages.setPriceLevel,
  ids: "org_ids",
  done: "have the price level now",
  is_main: true,
  send: (ctx, { body: { org_ids, price_level_name: level } }) =>
    setPriceLevel(ctx, org_ids, level === basePriceLevel ? null : level),
  undoRequest: undoPriceLevel,
});

const writeToPeopleAction = bulkAction(
  { access: "news:act", body: z.object({ org_ids: call.body.shape.org_ids }) } as const,
  {
    label: "Write to their people",
    path: pages.writeToOrganizations,
    ids: "org_ids",
    send: async (_ctx, { body: { org_ids } }) => writeHref({ org_ids }),
    next: (href) => href,
  },
);

function LevelField({ effects, typed }: { effects: PriceLevelEffects | undefined; typed: TypedInput | undefined }) {
  const options = [
    ["", "Choose one"],
    [basePriceLevel, "List prices"],
    ...(effects ? levelOptions(effects) : []),
  ] as const;
  return (
    <SelectField
      {...buildFieldProps(typed).field("price_level_name")}
      id="new_price_level"
      label="New level"
      options={options}
    />
  );
}

export const organizations = listRoutes({
  access: "organizations:read",
  layout: consoleLayout,
  section: "Organizations",
  query: contract.listOrganizations.query,
  load: listOrganizations,
  head: (viewer) => ({
    subtitle: can(viewer, "devices:read") && <a href={pages.deviceClaims}>Devices that are not verified</a>,
    action: can(viewer, "organizations:act") && (
      <a className="button" href={pages.newOrganization}>
        New organization
      </a>
    ),
  }),
  bulk: {
    name: ({ name }) => name,
    actions: [setLevelAction, writeToPeopleAction],
    load: (ctx) => readPriceLevelEffects(ctx),
    fields: (effects, typed) => <LevelField effects={effects} typed={typed} />,
  },
  list: {
    title: "Organizations",
    noun: ["organization", "organizations"],
    path: pages.organizations,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.organization, { org_id: id }),
    columns: [
      {
        label: "Name",
        cell: ({ name }) => (
          <>
            {name}
            <MixedLettersBadge of={[name]} />
          </>
        ),
        csv: ({ name }) => name,
        sort: "name",
      },
      {
        label: "Billing email",
        cell: ({ billing_email }) => <TruncatedText text={billing_email} />,
        csv: ({ billing_email }) => billing_email,
        on_phones: "note",
      },
      {
        label: "Price level",
        cell: ({ price_level_name }) => price_level_name ?? "List prices",
        csv: ({ price_level_name }) => price_level_name,
        on_phones: "state",
      },
      { label: "Industry", cell: ({ industry }) => industry, csv: ({ industry }) => industry, on_phones: "hidden" },
      {
        label: "Since",
        cell: ({ created_at }) => <DateText at={created_at} />,
        csv: ({ created_at }) => created_at,
        sort: "created_at",
        on_phones: "hidden",
      },
      {
        label: "People",
        cell: ({ user_count }) => user_count.toLocaleString("en-US"),
        csv: ({ user_count }) => user_count,
        is_number: true,
        on_phones: "hidden",
      },
      {
        label: "Devices",
        cell: ({ device_count }) => device_count.toLocaleString("en-US"),
        csv: ({ device_count }) => device_count,
        is_number: true,
        on_phones: "hidden",
      },
    ],
    labels: {
      search: "Name, notes or billing email",
      without: ["name", "notes"],
      filters: { price_level_name: { label: "Price level" } },
    },
    empty: {
      drawing: "people",
      text: "No organizations yet. Approving an account request can create one.",
    },
    has_csv: true,
  },
});

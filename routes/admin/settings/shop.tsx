import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { timeZones } from "../../../worker/contract/time-zones.ts";
import * as contract from "../../../worker/contract/v1/admin/settings/shop-settings.ts";
import { getShopSettings, listObjectAudit, updateShopSettings } from "../../../worker/domain/platform/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { compared } from "../../../worker/ui/forms/compared.ts";
import { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { SideBySide, VersionFields } from "../../../worker/ui/forms/version-fields.tsx";
import { FormGroup, ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { ChangedBy } from "../../../worker/ui/parts/audit/changed-by.tsx";
import { History } from "../../../worker/ui/parts/history.tsx";
import { consoleLayout } from "../../layouts.tsx";

const about = { subject_type: "shop_settings", subject_id: "shop" } as const;
const historyMax = 10;

const form = page({
  path: pages.shopSettings,
  access: contract.getShopSettings.access,
  layout: consoleLayout,
  section: "Settings",
  load: async ({ ctx }) => {
    const [settings, history] = await Promise.all([
      getShopSettings(ctx),
      listObjectAudit(ctx, { ...about, limit: historyMax }),
    ]);
    return { settings, history };
  },
  head: () => ({ title: "Shop · Settings · Console · CrunchBox", no_store: true }),
  view({ settings: { time_zone, updated_at }, history }, { flash }) {
    const { typed, rows } = compared(flash?.typed, updated_at, { time_zone }, { time_zone: "Time zone" });
    const [last] = history;
    return (
      <>
        <PageHeader
          trail={[["Settings", pages.settings]]}
          title="Shop"
          subtitle="Figures of money are by days of the shop’s time zone, the same for everybody who reads them."
        />
        <SideBySide rows={rows} href={pages.shopSettings} by={last && <ChangedBy entry={last} />} />
        <ObjectLayout aside={<History entries={history} more={hrefOf(pages.audit, {}, about)} />}>
          <form method="post" action={pages.shopSettings} noValidate className="form-layout">
            <VersionFields updated_at={updated_at} values={{ time_zone }} />
            <FormGroup title="Days" text="A change regroups the figures of earlier days, too. No booking changes.">
              <SelectField
                {...fieldsOf(typed, { time_zone }).field("time_zone")}
                label="Time zone"
                options={timeZones().map((name) => [name, name.replaceAll("_", " ")])}
              />
            </FormGroup>
            <button className="button">Save the settings</button>
          </form>
        </ObjectLayout>
      </>
    );
  },
});

const save = formPost(contract.updateShopSettings, {
  path: pages.shopSettings,
  page: form,
  send: (ctx, { body }) => updateShopSettings(ctx, body),
  back: pages.shopSettings,
  done: ({ time_zone }) => `Days begin at midnight of ${time_zone.replaceAll("_", " ")}.`,
});

export const shopSettingsPage = [form, save];

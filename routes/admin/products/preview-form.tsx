import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { OrganizationName } from "../../../worker/domain/organizations/index.ts";

type PreviewFormProps = {
  product_id: string;
  organizations: OrganizationName[];
  /** As whom it is seen now. */
  org_id?: string | undefined;
};

/** Chooses as whom the product's page is looked at. */
export function PreviewForm({ product_id, organizations, org_id = "" }: PreviewFormProps) {
  return (
    <form action={hrefOf(pages.previewProduct, { product_id })} className="preview-form">
      <SelectField
        name="org_id"
        label="See its page as"
        defaultValue={org_id}
        options={[["", "A visitor"], ...organizations.map(({ id, name }) => [id, name] as const)]}
      />
      <button className="button quiet">See it</button>
    </form>
  );
}

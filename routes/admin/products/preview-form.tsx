import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { OrganizationChoices } from "../../../worker/domain/organizations/index.ts";
import { OrganizationField } from "../organizations/organization-field.tsx";

type PreviewFormProps = { product_id: string; organizations: OrganizationChoices };

export const PreviewForm = ({ product_id, organizations }: PreviewFormProps) => (
  <form action={hrefOf(pages.previewProduct, { product_id })} className="card preview-form">
    <OrganizationField
      name="org_id"
      label="See its page as"
      defaultValue={organizations.chosen ?? ""}
      organizations={organizations}
      none="A visitor"
    />
    <button className="button quiet">See it</button>
  </form>
);

import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { OrganizationChoices } from "../../../worker/domain/organizations/index.ts";
import { OrganizationField } from "../organizations/organization-field.tsx";

type PreviewFormProps = { product_id: string; found: OrganizationChoices };

export const PreviewForm = ({ product_id, found }: PreviewFormProps) => (
  <form action={hrefOf(pages.previewProduct, { product_id })} className="preview-form">
    <OrganizationField
      name="org_id"
      label="See its page as"
      defaultValue={found.chosen ?? ""}
      found={found}
      none="A visitor"
    />
    <button className="button quiet">See it</button>
  </form>
);

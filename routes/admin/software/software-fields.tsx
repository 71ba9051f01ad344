import * as z from "zod/mini";
import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { softwareCategories } from "../../../db/enums.ts";
import { softwareFields } from "../../../worker/contract/forms/software-fields.ts";
import type { ProductChoices } from "../../../worker/domain/catalog/index.ts";
import { FindField } from "../../../worker/ui/forms/find-field.tsx";
import type { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { FormGroup } from "../../../worker/ui/layouts/layouts.tsx";
import { categoryLabels } from "./labels.ts";

const { title, description, author, author_url, category, repository, fits_product_ids } = softwareFields;

/** The form sends all fields; an empty one clears its value, unless the field is required. */
export const softwareBody = z.object({
  title: title(),
  description: z._default(description(), ""),
  author: author(),
  author_url: author_url(),
  category: category(),
  repository: repository(),
  fits_product_ids: fits_product_ids(),
});

export const softwareLabels = {
  title: "Title",
  description: "Description",
  author: "Author",
  author_url: "Author’s page",
  category: "What it is",
  repository: "Repository",
};

type SoftwareFieldsProps = Pick<ReturnType<typeof buildFieldProps>, "field" | "list"> & { products: ProductChoices };

export function SoftwareFields({ field, list, products }: SoftwareFieldsProps) {
  return (
    <>
      <FormGroup title="What customers read">
        <Field {...field("title")} label="Title" maxLength={128} />
        <TextAreaField {...field("description")} label="Description" is_optional maxLength={2048} />
        <Field {...field("author")} label="Author" maxLength={128} />
        <Field
          {...field("author_url")}
          label="Author’s page"
          type="url"
          is_optional
          maxLength={1024}
          placeholder="https://"
        />
        <SelectField
          {...field("category")}
          label="What it is"
          options={softwareCategories.map((each) => [each, categoryLabels[each]] as const)}
        />
      </FormGroup>
      <FormGroup title="Releases">
        <Field
          {...field("repository")}
          label="Repository"
          is_optional
          maxLength={100}
          spellCheck={false}
          autoComplete="off"
          hint="The name at GitHub, without the owner. The next import of versions brings its releases. Without one, nothing is imported."
        />
      </FormGroup>
      <FormGroup
        title="Devices"
        text="Offered to owners of these devices. Without a product it is available to everyone."
      >
        <ProductsField list={list} products={products} />
      </FormGroup>
    </>
  );
}

export function ProductsField({ list, products }: Pick<SoftwareFieldsProps, "list" | "products">) {
  const { name, error } = list("fits_product_ids");
  return (
    <FindField
      name={name}
      error={error}
      result={products}
      label="Made for devices of"
      is_optional
      is_many
      what={["product", "products"]}
      offered={products.named}
      chosen={products.chosen}
      enter_sends
    />
  );
}

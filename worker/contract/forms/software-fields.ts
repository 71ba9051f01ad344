import * as z from "zod/mini";
import { softwareCategories } from "../../../db/enums.ts";
import { describe, freeText, repositoryName, text, uuid } from "../fields.ts";
import { requiredText } from "../rules.ts";

const isHttps = (value: string): boolean => URL.parse(value)?.protocol === "https:";

export const softwareFields = {
  title: () => text(requiredText("Title", 128), "Display name", 128),
  description: () => freeText(2048, "Description for customers"),
  author: () => text(requiredText("Author", 128), "Author", 128),
  author_url: () =>
    z.nullable(
      describe(
        freeText(1024, "").check(z.refine(isHttps, "Author’s page is an address that begins with https://.")),
        "Website of the author, an https URL",
      ),
    ),
  category: () => describe(z.enum(softwareCategories, "Choose app, firmware or tool."), "Category"),
  repository: () => z.nullable(repositoryName()),
  fits_product_ids: () =>
    describe(
      z.array(uuid()).check(
        z.overwrite((ids) => [...new Set(ids)]),
        z.maxLength(100, "Software fits at most 100 products."),
      ),
      "Products with compatible devices, at most 100; empty: all",
    ),
};

import * as z from "zod/mini";
import { must } from "../issue-messages.ts";
import { describe, freeText, memoize } from "../fields.ts";

const paragraph = (max: number, description: string) => z.nullable(freeText(max, description));
const names = (description: string) => describe(z.array(freeText(256, "Item")).check(z.maxLength(50)), description);

/** Only https URLs and paths of this shop, because other URLs could run script (T5). */
const linkAddress = memoize((description: string) => {
  const schema = z
    .string()
    .check(
      z.trim(),
      z.maxLength(2048),
      z.regex(/^(https:\/\/[^\s"<>\\]+|\/(?![/\\])[^\s"<>\\]*)$/i, { error: must("begin with https:// or /") }),
    );
  z.globalRegistry.add(schema, { description, maxLength: 2048 });
  return schema;
});
const links = (description: string) =>
  describe(
    z
      .array(z.object({ name: freeText(256, "Text"), link: linkAddress("https URL, or a path of this shop") }))
      .check(z.maxLength(20)),
    description,
  );

/** Fields that the shop edits, also for products from NetSuite, which owns SKU, name and prices. */
export const productText = z.object({
  category: paragraph(128, "Category"),
  short_description: paragraph(512, "One sentence for lists"),
  long_description: paragraph(20_000, "Plain text; an empty line starts a paragraph"),
  detailed_description: describe(
    z
      .array(z.object({ title: freeText(256, "Heading"), description: freeText(10_000, "Plain text") }))
      .check(z.maxLength(20)),
    "Sections below the description",
  ),
  key_features: names("Key features, one sentence each"),
  author: paragraph(256, "Author; required for software in the store"),
  compatibility: names("Names of compatible systems and products"),
  devices: names("Names of compatible devices"),
  platforms: names("Platforms"),
  software_use_cases: names("Use cases"),
  requirements: paragraph(2000, "Requirements"),
  certifications: paragraph(2000, "Certifications"),
  format: paragraph(256, 'Format; starts with "Plugin" for a plugin'),
  availability: paragraph(256, "Availability"),
  main_image: z.nullable(linkAddress("Picture: https URL, or a path of this shop")),
  other_images: describe(z.array(linkAddress("A picture")).check(z.maxLength(20)), "More pictures"),
  downloads: links("Files to download"),
  links: links("Links"),
  position: describe(
    z.int().check(z.gte(0), z.lte(1_000_000)),
    "Place in the store's recommended order, smallest first",
  ),
  notes: paragraph(3072, "Visible only to administrators"),
});

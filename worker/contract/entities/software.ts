import * as z from "zod/mini";
import { rolloutStages, softwareCategories, softwareKinds, versionStatuses } from "../../../db/enums.ts";
import { describe, instant } from "../fields.ts";

const text = () => z.nullable(z.string());

export const versionShape = {
  id: z.string(),
  reference_id: describe(z.string(), "ID of its software, plugin or dependency"),
  reference_type: z.enum(softwareKinds),
  version: describe(z.string(), "Semantic version (semver.org)"),
  public_description: describe(z.string(), "Release notes for customers"),
  data: z.object({
    plugin: describe(
      z.nullable(z.object({ compatible_app_version: text() })),
      "Plugins: range of compatible Flowpoint versions; null: all",
    ),
  }),
  is_published: z.boolean(),
  published_at: z.nullable(instant()),
  published_by: describe(text(), "Publisher; null: not published"),
};

export const fileShape = {
  file_name: z.string(),
  size: describe(z.int(), "File size in bytes"),
  sha256: describe(z.string(), "SHA-256 of the file in hexadecimal"),
};

const author = { author: z.string(), author_url: text() };
export const downloadShape = {
  ...versionShape,
  published_by: describe(z.null(), "Always null: only administrators see the publisher"),
  dependency_version_ids: describe(z.array(z.string()), "Required builds, including indirect ones"),
  ...fileShape,
  file_path: describe(z.string(), "Path below the app folder"),
  reference: z.object({ id: z.string(), name: z.string(), title: z.string(), ...author }),
  url: describe(z.string(), "Download URL, valid for five minutes without signing in"),
  expires_at: instant("Latest time to start a download by `url`, ISO 8601 in UTC"),
};

/** Reasons why a version is offered to a user: published to everyone, or an earlier stage of its publication. */
export const offerReasons = ["published", "beta", "organization", "percentage"] as const;
export type OfferReason = (typeof offerReasons)[number];

export const reason = z.nullable(
  z.object({
    code: describe(z.enum(["NOT_PUBLISHED", "PURCHASE_NEEDED", "SUBSCRIPTION_ENDED"]), "Missing entitlement"),
    message: describe(z.string(), "Explanation in one sentence with the way to get access"),
  }),
);

export const listedVersion = z.object({
  id: z.string(),
  version: z.string(),
  published_at: z.nullable(instant()),
  offered_by: describe(
    z.enum(offerReasons),
    "Why it is offered: it is published, or rolled out to beta testers, to the organization or to a percentage",
  ),
  ...fileShape,
});

const versionRef = z.object({ id: z.string(), version: z.string() });
export const withdrawnVersion = z.object({
  id: z.string(),
  version: z.string(),
  withdrawn_at: instant(),
  reason: describe(z.string(), "Why it must no longer be used"),
  replacement: describe(z.nullable(versionRef), "Published version to use instead; null: not named"),
});

export const softwareBaseShape = {
  id: z.string(),
  kind: z.enum(["software", "plugin"]),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  ...author,
  is_default: describe(z.boolean(), "Whether it is included with Flowpoint"),
  fits_product_ids: describe(z.array(z.string()), "Products with compatible devices"),
};
export const softwareShape = {
  ...softwareBaseShape,
  product_id: describe(text(), "Required product; null: available to everyone"),
  product_name: text(),
  allowed: describe(z.boolean(), "Whether the organization may download the latest version"),
  reason: describe(reason, "Reason for the restriction"),
  until: describe(
    z.nullable(instant()),
    "End of the subscription: versions published before remain available; null: not applicable",
  ),
  latest_version: describe(z.nullable(listedVersion), "Newest version that is offered to the user"),
  latest_version_allowed: describe(z.nullable(listedVersion), "Newest version that the organization may download"),
  withdrawn_versions: describe(
    z.array(withdrawnVersion),
    "Withdrawn versions that the organization downloaded, newest first",
  ),
};
export const listedSoftware = z.object(softwareShape);

const buildShape = {
  ...fileShape,
  id: describe(z.string(), "Version ID"),
  version: z.string(),
  file_path: z.string(),
  download_url: describe(z.string(), "Download URL for signed-in users"),
};

export const manifestShape = {
  build_env: z.string(),
  target_app_version: describe(z.string(), "Flowpoint version of these plugins"),
  required_app_version: describe(z.string(), "Lowest Flowpoint version that works with all of these plugins"),
  pluginwares: z.array(
    z.object({
      ...buildShape,
      uid: describe(z.string(), "Name and version, the app's unique key"),
      compatible_app_version: text(),
      plugin: z.object({ id: z.string(), name: z.string(), author: z.string() }),
      dependencywares: describe(
        z.array(z.object({ ...buildShape, name: z.string(), ...author })),
        "All dependencies, in installation order",
      ),
    }),
  ),
};

export const recordedDownload = z.object({
  id: z.string(),
  created_at: instant(),
  bytes: describe(z.int(), "Bytes downloaded; equals `size` when complete"),
  size: describe(z.int(), "File size in bytes"),
  version: z.object({ id: z.string(), version: z.string() }),
  software: z.object({ id: z.string(), kind: z.enum(softwareKinds), name: z.string(), title: z.string() }),
  user: z.nullable(z.object({ id: z.string(), first_name: z.string(), last_name: z.string(), email: z.string() })),
});

const publisher = z.nullable(
  z.object({ id: z.string(), first_name: z.string(), last_name: z.string(), email: z.string() }),
);
export const versionStatus = () =>
  describe(z.enum(versionStatuses), "Who has it: testers, some, everybody, or nobody any more");

export const adminVersionShape = {
  ...versionShape,
  ...fileShape,
  status: versionStatus(),
  is_for_devices: describe(z.boolean(), "Whether its software is made for devices, which a percentage then counts"),
  rollout: describe(
    z.nullable(
      z.object({
        stage: describe(z.enum(rolloutStages), "Widest stage so far"),
        organizations: describe(
          z.array(z.object({ id: z.string(), name: z.string() })),
          "Organizations that were chosen, by name",
        ),
        percent: describe(z.int(), "Percentage of devices or organizations; 0: none"),
        staged_at: instant("When its first stage began, ISO 8601 in UTC"),
      }),
    ),
    "Stages of a version that is rolled out; null: in no stage",
  ),
  withdrawal: describe(
    z.nullable(
      z.object({
        withdrawn_at: instant(),
        reason: z.string(),
        replacement: describe(z.nullable(versionRef), "Version to use instead; null: none"),
        by: describe(publisher, "Administrator who withdrew it"),
      }),
    ),
    "Null: not withdrawn",
  ),
  developer_description: z.string(),
  created_at: instant(),
  updated_at: instant(),
  reference: z.object({ id: z.string(), name: z.string(), title: z.string(), ...author }),
  publisher,
};
export const adminVersion = z.object(adminVersionShape);

const namedShape = {
  id: z.string(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  ...author,
  latest_published_version: describe(text(), "Newest published version"),
  created_at: instant(),
  updated_at: instant(),
};

export const pluginShape = {
  ...namedShape,
  product_id: text(),
  is_default: describe(z.boolean(), "Whether it is included with Flowpoint"),
  fits_product_ids: describe(z.array(z.string()), "Products with compatible devices"),
  product: z.nullable(z.object({ id: z.string(), name: z.string(), sku: text() })),
};
export const plugin = z.object(pluginShape);

export const dependencyShape = namedShape;
export const dependency = z.object(dependencyShape);

export const categoryField = () => describe(z.nullable(z.enum(softwareCategories)), "Category; null: not set");
export const repositoryField = () =>
  describe(text(), "Repository whose releases are imported; null: none, or the one from the deployment settings");

export const softwareDetailsShape = {
  id: z.string(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  ...author,
  category: categoryField(),
  repository: repositoryField(),
  fits_product_ids: describe(z.array(z.string()), "Products with compatible devices; empty: all"),
  created_at: instant(),
  updated_at: instant(),
};

export const neededVersion = z.object({
  ...namedShape,
  version_id: z.string(),
  version: z.string(),
  is_published: z.boolean(),
});

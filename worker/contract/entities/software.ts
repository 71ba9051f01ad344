import * as z from "zod/mini";
import { softwareCategories, softwareKinds } from "../../../db/enums.ts";
import { described, instant } from "../fields.ts";

const text = () => z.nullable(z.string());

/** What every view of a build tells. */
export const versionShape = {
  id: z.string(),
  reference_id: described(z.string(), "Of the software, plugin or dependency that it is a build of"),
  reference_type: z.enum(softwareKinds),
  version: described(z.string(), "By semver.org"),
  public_description: described(z.string(), "What is new, for customers"),
  data: z.object({
    plugin: described(
      z.nullable(z.object({ compatible_app_version: text() })),
      "Of a plugin: the range of Flowpoint versions with which it works, null for all",
    ),
  }),
  is_published: z.boolean(),
  published_at: z.nullable(instant()),
  published_by: described(text(), "Who published it; null until then"),
};

export const fileShape = {
  file_name: z.string(),
  size: described(z.int(), "Of the file, in bytes"),
  sha256: described(z.string(), "SHA-256 of the file in hexadecimal"),
};

const author = { author: z.string(), author_url: text() };

/** The download view, with a link that works for five minutes. */
export const downloadShape = {
  ...versionShape,
  dependency_version_ids: described(z.array(z.string()), "The builds that it needs, theirs included"),
  ...fileShape,
  file_path: described(z.string(), "Where it belongs beneath the folder of the app"),
  reference: z.object({ id: z.string(), name: z.string(), title: z.string(), ...author }),
  url: described(z.string(), "Where the file is, without signing in, for five minutes"),
  expires_at: instant("Until when a download by `url` can be started, ISO 8601 in UTC"),
};

/** Why something cannot be had. */
export const reason = z.nullable(
  z.object({
    code: described(z.enum(["NOT_PUBLISHED", "PURCHASE_NEEDED", "SUBSCRIPTION_ENDED"]), "What is missing"),
    message: described(z.string(), "The same as a sentence, with the way to get it"),
  }),
);

/** A build as lists of software show it. */
export const listedVersion = z.object({
  id: z.string(),
  version: z.string(),
  published_at: z.nullable(instant()),
  ...fileShape,
});

export const softwareShape = {
  id: z.string(),
  kind: z.enum(["software", "plugin"]),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  ...author,
  is_default: described(z.boolean(), "Comes with Flowpoint"),
  product_id: described(text(), "What must be bought for it, null for what everybody may have"),
  product_name: text(),
  fits_product_ids: described(z.array(z.string()), "Products whose devices it is made for"),
  allowed: described(z.boolean(), "Whether the organization may have the latest version"),
  reason: described(reason, "Why it may not"),
  until: described(
    z.nullable(instant()),
    "When the subscription ended: what was published before stays the organization's; null otherwise",
  ),
  latest_version: described(z.nullable(listedVersion), "The newest one that is published"),
  latest_version_allowed: described(z.nullable(listedVersion), "The newest one that the organization may have"),
};
export const listedSoftware = z.object(softwareShape);

const buildShape = {
  ...fileShape,
  id: described(z.string(), "Of the version"),
  version: z.string(),
  file_path: z.string(),
  download_url: described(z.string(), "Where it is, for who is signed in"),
};

export const manifestShape = {
  build_env: z.string(),
  target_app_version: described(z.string(), "The version of Flowpoint whose plugins these are"),
  required_app_version: described(z.string(), "The lowest version of Flowpoint with which all of it works"),
  pluginwares: z.array(
    z.object({
      ...buildShape,
      uid: described(z.string(), "Name and version, as the app keeps it"),
      compatible_app_version: text(),
      plugin: z.object({ id: z.string(), name: z.string(), author: z.string() }),
      dependencywares: described(
        z.array(z.object({ ...buildShape, name: z.string(), ...author })),
        "All that it needs, each after what it needs itself",
      ),
    }),
  ),
};

/** What an organization downloaded. */
export const recordedDownload = z.object({
  id: z.string(),
  created_at: instant(),
  bytes: described(z.int(), "How far it got, in bytes; as many as `size` once it is complete"),
  size: described(z.int(), "Of the file, in bytes"),
  version: z.object({ id: z.string(), version: z.string() }),
  software: z.object({ id: z.string(), kind: z.enum(softwareKinds), name: z.string(), title: z.string() }),
  user: z.nullable(z.object({ id: z.string(), first_name: z.string(), last_name: z.string(), email: z.string() })),
});

/** Versions as administrators see them: with what is not for customers, what it is a build of and who published it. */
export const adminVersionShape = {
  ...versionShape,
  ...fileShape,
  developer_description: z.string(),
  created_at: instant(),
  updated_at: instant(),
  reference: z.object({ id: z.string(), name: z.string(), title: z.string(), ...author }),
  publisher: z.nullable(z.object({ id: z.string(), first_name: z.string(), last_name: z.string(), email: z.string() })),
};
export const adminVersion = z.object(adminVersionShape);

const namedShape = {
  id: z.string(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  ...author,
  latest_published_version: described(text(), "The newest one that is published"),
  created_at: instant(),
  updated_at: instant(),
};

export const pluginShape = {
  ...namedShape,
  product_id: text(),
  is_default: described(z.boolean(), "Comes with Flowpoint"),
  fits_product_ids: described(z.array(z.string()), "Products whose devices it is made for"),
  product: z.nullable(z.object({ id: z.string(), name: z.string(), sku: text() })),
};
export const plugin = z.object(pluginShape);

export const dependencyShape = namedShape;
export const dependency = z.object(dependencyShape);

export const categoryField = () =>
  described(z.nullable(z.enum(softwareCategories)), "What it is; null for what nobody has said it of");
export const repositoryField = () =>
  described(text(), "Repository whose releases are imported; null for none, or the one of the deployment's setting");

/** Software that is neither a plugin nor a dependency, as an administrator keeps it. */
export const softwareDetailsShape = {
  id: z.string(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  ...author,
  category: categoryField(),
  repository: repositoryField(),
  fits_product_ids: described(z.array(z.string()), "Products whose devices it is made for; none: for everybody"),
  created_at: instant(),
  updated_at: instant(),
};

/** A build of a dependency, with the dependency. */
export const neededVersion = z.object({
  ...namedShape,
  version_id: z.string(),
  version: z.string(),
  is_published: z.boolean(),
});

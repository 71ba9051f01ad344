import type { SoftwareCategory, SoftwareKind } from "../../../db/enums.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";

export const kindText: Record<SoftwareKind, string> = {
  software: "App or firmware",
  plugin: "Plugin",
  dependency: "Dependency",
};

export const categoryText: Record<SoftwareCategory, string> = { app: "App", firmware: "Firmware", tool: "Tool" };

type TypedSoftware = { kind: SoftwareKind; category: SoftwareCategory | null };
export const typeText = ({ kind, category }: TypedSoftware): string =>
  category ? categoryText[category] : kindText[kind];

type NamedSoftware = { kind: SoftwareKind; name: string };

/** Names are unique per kind; the query has every kind but software. */
export const softwareHref = ({ kind, name }: NamedSoftware): string =>
  hrefOf(pages.adminSoftwareNamed, { name }, { kind: kind === "software" ? undefined : kind });

export const versionHref = (id: string): string => hrefOf(pages.adminVersion, { id });

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

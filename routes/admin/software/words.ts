import type { SoftwareCategory, SoftwareKind } from "../../../db/enums.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";

export const kindText: Record<SoftwareKind, string> = {
  software: "App or firmware",
  plugin: "Plugin",
  dependency: "Dependency",
};

export const categoryText: Record<SoftwareCategory, string> = { app: "App", firmware: "Firmware", tool: "Tool" };

type Kept = { kind: SoftwareKind; category: SoftwareCategory | null };
/** What somebody said it is, else what its kind says. */
export const typeText = ({ kind, category }: Kept): string => (category ? categoryText[category] : kindText[kind]);

type Named = { kind: SoftwareKind; name: string };

/** The page of software; of what is no app or firmware with its kind, because names are one for each kind. */
export const softwareHref = ({ kind, name }: Named): string =>
  hrefOf(pages.adminSoftwareNamed, { name }, { kind: kind === "software" ? undefined : kind });

export const versionHref = (id: string): string => hrefOf(pages.adminVersion, { id });

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

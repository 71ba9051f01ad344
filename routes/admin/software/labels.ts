import type { ReleaseStage, SoftwareCategory, SoftwareKind, VersionStatus } from "../../../db/enums.ts";
import type { Tone } from "../../../worker/ui/parts/badge.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";

export const kindLabels: Record<SoftwareKind, string> = {
  software: "App or firmware",
  plugin: "Plugin",
  dependency: "Dependency",
};

export const categoryLabels: Record<SoftwareCategory, string> = { app: "App", firmware: "Firmware", tool: "Tool" };

export const statusLabels: Record<VersionStatus, string> = {
  waiting: "Waits",
  rolling_out: "Rolling out",
  published: "Published",
  withdrawn: "Withdrawn",
};
export const statusTones: Record<VersionStatus, Tone> = {
  waiting: "warning",
  rolling_out: "info",
  published: "success",
  withdrawn: "danger",
};

export const stageLabels: Record<ReleaseStage, string> = {
  beta: "Beta testers",
  organizations: "Chosen organizations",
  percentage: "A percentage",
  published: "Everybody",
};

type TypedSoftware = { kind: SoftwareKind; category: SoftwareCategory | null };
export const typeText = ({ kind, category }: TypedSoftware): string =>
  category ? categoryLabels[category] : kindLabels[kind];

type NamedSoftware = { kind: SoftwareKind; name: string };

/** Names are unique only per kind; without a kind the page shows kind `software`. */
export const softwareHref = ({ kind, name }: NamedSoftware): string =>
  hrefOf(pages.adminSoftwareNamed, { name }, { kind: kind === "software" ? undefined : kind });

export const versionHref = (id: string): string => hrefOf(pages.adminVersion, { id });

export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

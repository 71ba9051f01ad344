import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { openDownload } from "../../../worker/contract/v1/client/downloads.ts";
import type { Software } from "../../../worker/domain/software/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { Icon } from "../../../worker/ui/figures/icon.tsx";
import { CopyButton } from "../../../worker/ui/parts/script-buttons.tsx";

type Build = NonNullable<Software["latest_version"]>;

const units = ["kB", "MB", "GB"] as const;

/** Decimal units, such as "4.2 MB". */
export function sizeText(bytes: number): string {
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value.toLocaleString("en-US", { maximumFractionDigits: value < 10 ? 1 : 0 })} ${units[unit]}`;
}

const downloadHref = ({ id }: { id: string }) => openDownload.path.replace("{object_id}", id);

/** `device` is a serial number. */
function offerText(reason: Exclude<Build["offered_by"], "published">, device: string | undefined): string {
  if (reason === "beta") return "Not published yet: you get it as a beta tester.";
  const taker = reason === "percentage" && device !== undefined ? `device ${device}` : "your organization";
  return `Not published yet: ${taker} is among the first to get it.`;
}

export function WithdrawnVersions({ versions }: { versions: Software["withdrawn_versions"] }) {
  return versions.map(({ id, version, reason, replacement }) => (
    <div key={id} className="notice danger">
      <p>
        <b>{version} was withdrawn.</b> Stop using it{replacement ? ` and install ${replacement.version} instead` : ""}.
      </p>
      <p className="plain">{reason}</p>
      {replacement && (
        <p>
          <a href={downloadHref(replacement)}>Download {replacement.version}</a>
        </p>
      )}
    </div>
  ));
}

const platforms: readonly (readonly [RegExp, string])[] = [
  [/\.(exe|msi|msix)$/i, "Windows"],
  [/\.(dmg|pkg)$/i, "macOS"],
  [/\.(deb|rpm|appimage|tar\.gz)$/i, "Linux"],
];

function platformLabel({ kind, fits_product_ids }: Pick<Software, "kind" | "fits_product_ids">, { file_name }: Build) {
  if (kind === "plugin") return "Flowpoint plugin";
  if (fits_product_ids.length > 0) return "Firmware";
  return platforms.find(([ending]) => ending.test(file_name))?.[1] ?? "Desktop app";
}

type BuildFactsProps = {
  build: Build;
  device?: string;
  /** Adds the platform, or the kind of software, before the file's name. */
  software?: Pick<Software, "kind" | "fits_product_ids">;
};

export function BuildFacts({ build, device, software }: BuildFactsProps) {
  return (
    <p className="small">
      {software && `${platformLabel(software, build)}, `}
      {build.file_name}, {sizeText(build.size)}
      {build.published_at && (
        <>
          , published on <DateText at={build.published_at} />
        </>
      )}
      {build.offered_by !== "published" && `. ${offerText(build.offered_by, device)}`}
    </p>
  );
}

export const BuildHash = ({ build: { file_name, sha256 } }: { build: Pick<Build, "file_name" | "sha256"> }) => (
  <p className="small">
    SHA-256 <code className="hash">{sha256}</code> <CopyButton what={`SHA-256 of ${file_name}`} />
  </p>
);

export function BuildAction({ build, title }: { build: { id: string; version: string }; title: string }) {
  return (
    <a className="button quiet" href={downloadHref(build)} aria-label={`Download ${title} ${build.version}`}>
      Download
    </a>
  );
}

export function RefusalNotice({
  row,
}: {
  row: Pick<Software, "reason" | "product_id" | "latest_version" | "latest_version_allowed">;
}) {
  const { reason, product_id, latest_version: latestVersion, latest_version_allowed: allowedVersion } = row;
  if (!reason) return null;
  if (reason.code === "NOT_PUBLISHED") return <p className="small">{reason.message}</p>;
  return (
    <p className="small locked">
      <Icon name="lock" />
      <span>
        {allowedVersion && `Yours up to ${allowedVersion.version}. `}
        {allowedVersion && latestVersion && `${latestVersion.version} is out. `}
        {reason.message} {product_id && <a href={hrefOf(pages.product, { product_id })}>Get it</a>}
      </span>
    </p>
  );
}

import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { Software } from "../../../worker/domain/software/index.ts";
import { BuildAction, BuildFacts, BuildHash, RefusalNotice, WithdrawnVersions } from "../downloads/build.tsx";

type DeviceSoftwareProps = { serial: string; software: readonly Software[] };

export function DeviceSoftware({ serial, software }: DeviceSoftwareProps) {
  return (
    <section className="software" aria-label={`Software for ${serial}`}>
      <h2>Software for {serial}</h2>
      {software.length === 0 ? (
        <p className="card small">
          No software specific to this device. <a href={pages.downloads}>See all downloads</a>
        </p>
      ) : (
        <ul>
          {software.map((row) => (
            <li key={row.id}>
              <SoftwareItem row={row} serial={serial} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function SoftwareItem({ row, serial }: { row: Software; serial: string }) {
  const { latest_version_allowed: allowedVersion, title, name } = row;
  return (
    <>
      <div className="software-words">
        <h3>
          <a href={hrefOf(pages.softwareVersions, { name })}>{title}</a>
          {allowedVersion && ` ${allowedVersion.version}`}
        </h3>
        {allowedVersion && <BuildFacts build={allowedVersion} device={serial} />}
        {allowedVersion && <BuildHash build={allowedVersion} />}
        <RefusalNotice row={row} />
        <WithdrawnVersions versions={row.withdrawn_versions} />
      </div>
      {allowedVersion && <BuildAction build={allowedVersion} title={title} />}
    </>
  );
}

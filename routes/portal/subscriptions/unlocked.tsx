import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { Software } from "../../../worker/domain/software/index.ts";

export function UnlockedSoftware({ software }: { software: readonly Software[] }) {
  if (software.length === 0) return null;
  return (
    <section>
      <h2>What it unlocks</h2>
      <ul className="summary-lines">
        {software.map(({ id, name, title, allowed, reason, latest_version_allowed: theirs }) => (
          <li key={id}>
            <span>
              <a href={hrefOf(pages.softwareVersions, { name })}>{title}</a>
              {!allowed && reason && <small>{reason.message}</small>}
            </span>
            {theirs && <b>{allowed ? theirs.version : `Yours up to ${theirs.version}`}</b>}
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { ReactNode } from "react";
import type { ReleaseStage } from "../../../db/enums.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { PublishCheck, Version } from "../../../worker/domain/software/index.ts";
import { IfAllowed, StaffLink } from "../../../worker/ui/access.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { formatCount, softwareHref, versionHref } from "./labels.ts";

type VersionCheckProps = { version: Version; check: PublishCheck };

/** "31 organizations get it; 4 keep 4.2.1." */
function reachText({ organizations, keeping, keeping_count }: PublishCheck): string {
  const byVersion = new Map<string, number>();
  for (const { version } of keeping) byVersion.set(version, (byVersion.get(version) ?? 0) + 1);
  const gets = `${formatCount(organizations, "organization")} ${organizations === 1 ? "gets" : "get"} it`;
  const unlistedCount = keeping_count - keeping.length;
  const keeps = [
    ...[...byVersion].map(
      ([version, count]) => `${count.toLocaleString("en-US")} ${count === 1 ? "keeps" : "keep"} ${version}`,
    ),
    ...(unlistedCount > 0 ? [`${unlistedCount.toLocaleString("en-US")} more keep an older version`] : []),
  ];
  return `${[gets, ...keeps].join("; ")}.`;
}

export function PublishForm({ version: { id, reference, reference_type, version }, check }: VersionCheckProps) {
  if (check.blockers.length > 0) return null;
  return (
    <ConfirmForm
      id="publish"
      label="Publish"
      is_main
      title={`Publish ${reference.title} ${version}?`}
      action={hrefOf(pages.publishAdminVersion, { id })}
      confirm={`Publish ${version}`}
    >
      <input type="hidden" name="check" value={check.check} />
      {reference_type === "dependency" ? (
        <p>It is delivered with the software that needs it, without a notification. This cannot be undone.</p>
      ) : (
        <>
          <p>{reachText(check)}</p>
          <p>
            {formatCount(check.people, "person is", "people are")} notified in the app, and by email unless they turned
            news off. This cannot be undone.
          </p>
        </>
      )}
    </ConfirmForm>
  );
}

/**
 * A published version shows its reach and the organizations on older versions; another version shows what publishing,
 * or offering it at an earlier stage, does.
 */
export function CheckSection({ version, check, stage = "published" }: VersionCheckProps & { stage?: ReleaseStage }) {
  const { is_published, reference_type } = version;
  const { blockers, missing, warnings, keeping, keeping_count, waiting, people, replaces } = check;
  return (
    <section>
      <h2>{is_published ? "Who may have it" : stage === "published" ? "What publishing does" : "Who gets it"}</h2>
      {!is_published &&
        blockers.map(({ errcode, message }) => (
          <Blocker key={errcode} message={message} check={check}>
            {errcode === "SOFTWARE_AVAILABILITY_REQUIRED" && (
              <IfAllowed access="software:act">
                <a href={availabilityHref(version)}>Choose it</a>
              </IfAllowed>
            )}
          </Blocker>
        ))}
      {reference_type === "dependency" ? (
        <p>Dependencies are delivered with the software that needs them, without a notification.</p>
      ) : (
        <p>
          {reachText(check)} {!is_published && `${formatCount(people, "person is", "people are")} notified.`}{" "}
          {!is_published && replaces && `It follows ${replaces}.`}
        </p>
      )}
      {warnings
        .filter(({ code }) => !is_published || code === "FILE_MISSING")
        .map(({ code, message }) => (
          <p key={code} className="notice warning">
            {message}
          </p>
        ))}
      {missing.length > 0 && blockers.length === 0 && <MissingDependencies missing={missing} />}
      {keeping.length > 0 && (
        <details open={keeping.length <= 10}>
          <summary>{formatCount(keeping_count, "organization keeps", "organizations keep")} an older version</summary>
          <ul className="keeping">
            {keeping.map(({ org_id, org_name, version: currentVersion, message }) => (
              <li key={org_id}>
                <StaffLink access="organizations:read" href={hrefOf(pages.organization, { org_id })}>
                  {org_name}
                </StaffLink>{" "}
                <span>keeps {currentVersion}</span>
                <small>{message}</small>
              </li>
            ))}
          </ul>
        </details>
      )}
      {waiting.length > 0 && (
        <>
          <p>{formatCount(waiting.length, "version waits", "versions wait")} for it:</p>
          <VersionLinks builds={waiting} />
        </>
      )}
    </section>
  );
}

/** Apps and firmware choose their availability on the edit page, plugins on a page of their own. */
const availabilityHref = ({ reference: { name }, reference_type: kind }: Version): string =>
  kind === "software" ? hrefOf(pages.editSoftware, { name }) : `${softwareHref({ kind, name })}#link`;

type BlockerProps = { message: string; check: PublishCheck; children: ReactNode };

const Blocker = ({ message, check: { missing }, children }: BlockerProps) => (
  <div className="notice danger">
    <p>
      This version cannot be published yet: {message}. {children}
    </p>
    {missing.length > 0 && <MissingDependencies missing={missing} />}
  </div>
);

const MissingDependencies = ({ missing }: Pick<PublishCheck, "missing">) => (
  <VersionLinks
    builds={missing.map((each) => (each.is_deleted ? { ...each, version: `${each.version}, deleted` } : each))}
  />
);

const VersionLinks = ({ builds }: { builds: readonly { version_id: string; title: string; version: string }[] }) => (
  <ul className="prose">
    {builds.map(({ version_id, title, version }) => (
      <li key={version_id}>
        <a href={versionHref(version_id)}>
          {title} {version}
        </a>
      </li>
    ))}
  </ul>
);

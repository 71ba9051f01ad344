import { requestTimeoutMs, type Check, ok, type Outcome, todo } from "./check.ts";
import type { Target } from "../target.ts";

/** https://docs.github.com/en/rest/releases/releases#list-releases */
export const buildsChecks: Check[] = [{ name: "builds: registry", run: checkRegistry }];

async function checkRegistry({ settings }: Target): Promise<Outcome> {
  const { BUILDS_API_URL = "https://api.github.com", BUILDS_TOKEN, BUILDS_OWNER } = settings;
  const repository = settings["BUILDS_FLOWPOINT_REPOSITORY"] || "flowpoint";
  if (!BUILDS_TOKEN && !BUILDS_OWNER) return ok("off: versions of software are not imported");
  if (!BUILDS_TOKEN || !BUILDS_OWNER) return todo("Set both BUILDS_TOKEN and BUILDS_OWNER, or neither.");
  const fetchRegistry = (path: string) =>
    fetch(`${BUILDS_API_URL}${path}`, {
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${BUILDS_TOKEN}`,
        "user-agent": "crunchbox-doctor/1",
        "x-github-api-version": "2022-11-28",
      },
      redirect: "manual",
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
  const organization = await fetchRegistry(`/orgs/${BUILDS_OWNER}/repos?per_page=1`);
  if (organization.status === 401)
    return todo("The registry refuses BUILDS_TOKEN: make a new one, this one has expired.");
  if (organization.status === 404) return todo(`There is no organization ${BUILDS_OWNER}: set BUILDS_OWNER.`);
  if (!organization.ok) return todo(`The registry answered ${organization.status}.`);
  const releases = await fetchRegistry(`/repos/${BUILDS_OWNER}/${repository}/releases?per_page=1`);
  if (releases.ok) return ok(`${BUILDS_OWNER}/${repository}`);
  return todo(
    `BUILDS_TOKEN may not read ${BUILDS_OWNER}/${repository}: give it the repository with Contents: read, or set BUILDS_FLOWPOINT_REPOSITORY.`,
  );
}

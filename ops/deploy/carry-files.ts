import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { releaseFile } from "../../worker/contract/paths.ts";
import type { Target } from "../target.ts";

const releaseSchema = z.object({ files: z.array(z.string().regex(/^\/assets\/[\w.-]+$/)) });
const timeoutMs = 20_000;
const parallelMax = 6;

/**
 * Adds the running release's static files to `folder`, because open tabs still load its scripts and styles. Leaves out
 * the files that the running release has carried from the release before it.
 */
export async function carryFiles({ settings }: Target, folder: string): Promise<void> {
  const fetchFile = (path: string) =>
    fetch(`${settings["PUBLIC_URL"]}${path}`, { redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
  const release = await fetchFile(releaseFile);
  if (!release.ok) {
    console.log(`The release that runs lists no files (${release.status}): open tabs have to be loaded again.`);
    return;
  }
  const { files } = releaseSchema.parse(await release.json());
  const missing = files.filter((file) => !existsSync(join(folder, file)));
  for (let i = 0; i < missing.length; i += parallelMax) {
    await Promise.all(
      missing.slice(i, i + parallelMax).map(async (file) => {
        const answer = await fetchFile(file);
        if (!answer.ok) throw new Error(`${file} answers ${answer.status}`);
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), Buffer.from(await answer.arrayBuffer()));
      }),
    );
  }
  console.log(`Carries ${missing.length} files of the release that runs, for open tabs.`);
}

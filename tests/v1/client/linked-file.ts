import { getDownload } from "../../../worker/contract/v1/client/downloads.ts";
import { signedIn } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createSoftware, createVersion, type TestVersion } from "../../support/software/rows.ts";

export async function createLinkedFile(more: Parameters<typeof createVersion>[1] = {}) {
  const actor = await signedIn();
  const software = await createSoftware();
  const version = await createVersion(software, more);
  return { ...actor, software, version, url: await fetchLink(actor.client, version) };
}

export async function fetchLink({ call }: Client, version: TestVersion) {
  return (await call(getDownload, { params: { object_id: version.id } })).reply().url;
}

export const get = (url: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(url, { method, headers: { connection: "close", ...headers } });

export const readBytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

export const findDownloads = (id: string) =>
  query<{ user_id: string; org_id: string; bytes: string }>(
    "select user_id, org_id, bytes from downloads where version_id = $1",
    [id],
  );

import { createHash } from "node:crypto";
import { getDownload } from "../../../../worker/contract/v1/client/downloads.ts";
import { actorsOn } from "../../../support/actors.ts";
import { startOwnApp } from "../../../support/app.ts";
import { openDatabase } from "../../../support/database.ts";
import { factoriesOn } from "../../../support/factories.ts";
import { registryAt } from "../../../support/software/registry.ts";

type VersionRow = { id: string; sha256: string; bytes: string; is_published: boolean; product_id: string | null };

/** A separate shop with the registry of builds, and an administrator. Stop its app in afterAll. */
export async function startRegistryApp() {
  const app = await startOwnApp();
  const database = openDatabase(app.sandbox.databaseUrl);
  const actors = actorsOn({ query: database, factories: factoriesOn(database), url: app.worker.url });
  const admin = await actors.signedInAdmin();
  const registry = registryAt(app.sandbox.url, admin.client);
  const versionsOf = (kind: string, name: string, version: string) =>
    database<VersionRow>(
      `select v.id, v.sha256, v.bytes, v.is_published, s.product_id from software_versions v
       join software s on s.id = v.software_id where s.kind = $1 and s.name = $2 and v.version = $3`,
      [kind, name, version],
    );
  const onlyVersion = async (kind: string, name: string, version: string): Promise<VersionRow> => {
    const [row, ...more] = await versionsOf(kind, name, version);
    if (!row || more.length > 0) throw new Error(`${name} ${version} is there ${more.length + (row ? 1 : 0)} times`);
    return row;
  };
  /** Downloads a version as a user who may have it; returns the SHA-256 of the file in hex. */
  async function download(id: string): Promise<string> {
    const { client } = await actors.signedIn();
    const { url } = (await client.call(getDownload, { params: { object_id: id } })).reply();
    const answer = await fetch(url, { headers: { connection: "close" } });
    return createHash("sha256")
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest("hex");
  }
  /** What an import writes to the database besides its run, for comparison. */
  const everything = () =>
    database(`select (select json_agg(s order by s.id) from software s) as software,
      (select json_agg(v order by v.id) from software_versions v) as versions,
      (select count(*) from software_version_dependencies) as needs, (select json_agg(p order by p.address) from registry_pages p) as pages,
      (select count(*) from audit_log where action = 'addVersion') as audited`);

  /** Number of releases of the app in the registry. */
  const releasedOfApp = async () => (await registry.released()).filter(({ kind }) => kind === "flowpoint").length;
  const helpers = { versionsOf, onlyVersion, download, everything, releasedOfApp };
  return { app, database, actors, admin, registry, ...helpers };
}

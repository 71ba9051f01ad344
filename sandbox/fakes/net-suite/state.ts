import { Access } from "./access/access.ts";
import { Traffic } from "./access/traffic.ts";
import { Store } from "./store/store.ts";

/** Calls that the account may have in flight; the next one is refused. */
const callsMax = 5;

/** One account: what it keeps (in a database of its own, which outlives everything), who may ask, and what is asked. */
export class Account {
  readonly store: Store;
  readonly access: Access;
  readonly traffic = new Traffic(callsMax);

  constructor(options: { databaseUrl: string; adminUrl: string; privateKey: string; tokenUrl: () => string }) {
    this.store = new Store(options.databaseUrl, options.adminUrl);
    this.access = new Access(options.privateKey, options.tokenUrl);
  }
}

import { Access } from "./access/access.ts";
import { Traffic } from "./access/traffic.ts";
import { newPreferences, type Preferences } from "./store/preferences.ts";
import { Store } from "./store/store.ts";

/** What writing a record needs to know. */
export type Books = Pick<Account, "store" | "preferences">;

/** Concurrency limit of the account. */
const callsMax = 5;

/** One account: its records (in a persistent database), access and traffic. */
export class Account {
  readonly store: Store;
  readonly access: Access;
  readonly traffic = new Traffic(callsMax);
  readonly preferences: Preferences = newPreferences();

  constructor(options: { databaseUrl: string; adminUrl: string; privateKey: string; tokenUrl: () => string }) {
    this.store = new Store(options.databaseUrl, options.adminUrl);
    this.access = new Access(options.privateKey, options.tokenUrl);
  }
}

import { Access } from "./access/access.ts";
import { Traffic } from "./access/traffic.ts";
import { createPreferences, type Preferences } from "./store/preferences.ts";
import { Store } from "./store/store.ts";

export type AccountData = Pick<Account, "store" | "preferences">;

const maxConcurrentCalls = 5;

export class Account {
  readonly store: Store;
  readonly access: Access;
  readonly traffic = new Traffic(maxConcurrentCalls);
  readonly preferences: Preferences = createPreferences();

  constructor(options: { databaseUrl: string; adminUrl: string; privateKey: string; tokenUrl: () => string }) {
    this.store = new Store(options.databaseUrl, options.adminUrl);
    this.access = new Access(options.privateKey, options.tokenUrl);
  }
}

import type { AuditEntry } from "../../../contract/entities/audit-entry.ts";

/** An impersonation names both: "Dana Nilsson as Ben Castellanos". */
export const actorName = ({ actor, on_behalf_of }: Pick<AuditEntry, "actor" | "on_behalf_of">): string =>
  on_behalf_of ? `${actor.name} as ${on_behalf_of.name}` : actor.name;

import type { AuditEntry } from "../../../contract/entities/audit-entry.ts";
import { auditField } from "../../../contract/people/audit-fields.ts";
import { staffPresets } from "../../../../db/enums.ts";
import { presetNames } from "../../../contract/people/role-labels.ts";
import { auditSubjects } from "../../../contract/people/audit-labels.ts";
import type { Zones } from "../../date.tsx";
import { isNothing, valueText } from "./value-text.ts";

/** "Dana Nilsson as Ben Castellanos", or "NetSuite, by the sync that Ada Nilsson started". */
export const actorName = ({ actor, on_behalf_of, started_by }: AuditEntry): string => {
  if (on_behalf_of) return `${actor.name} as ${on_behalf_of.name}`;
  return started_by ? `${actor.name}, by the sync that ${started_by.name} started` : actor.name;
};

/** Actions on fields of a record, rather than on the record as a whole. */
const isEdit = ({ action }: AuditEntry): boolean => /^(update|sync|apply|link|flag|followCustomer)/.test(action);

/** Characters of a value that a sentence quotes; longer values are only in the list of changes. */
const quotedMax = 60;
const namedMax = 3;

/** "Ada Nilsson changed Base price of CGX Nova 10 from $999.00 to $949.00". */
export function auditSentence(entry: AuditEntry, zones: Zones): string {
  // The actor of a sign-in is still a visitor, so the sentence names the user, who is the subject.
  if (entry.action === "signIn" && entry.subject.name !== null) return `${entry.subject.name} signed in`;
  const actor = entry.started_by ? `${actorName(entry)},` : actorName(entry);
  const { changes, text } = entry;
  const isCreated = changes.every(({ before }) => isNothing(before)) && changes.length > 1;
  const description =
    isEdit(entry) && changes.length > 0 && !isCreated
      ? changedText(entry, zones)
      : text.charAt(0).toLowerCase() + text.slice(1) + moreText(entry);
  return `${actor} ${description}`;
}

/** Adds the audience of a staged version, and the preset of an invited administrator. */
function moreText({ action, changes }: AuditEntry): string {
  const change = (name: string) => changes.find(({ field }) => field === name);
  if (action === "createUser") {
    const preset = staffPresets.find((each) => each === change("preset")?.after);
    return preset ? ` with the preset ${presetNames[preset]}` : "";
  }
  if (action !== "stageVersion") return "";
  const [organizations, percent] = [change("stage_org_ids"), change("stage_percent")];
  if (percent) return ` to ${Number(percent.after)} %`;
  if (!organizations) return change("stage") ? " to beta testers" : "";
  const [before, after] = [organizations.before, organizations.after].map((ids) =>
    Array.isArray(ids) ? ids.length : 0,
  );
  const added = (after ?? 0) - (before ?? 0);
  return ` to ${added} ${before ? "more " : ""}${added === 1 ? "organization" : "organizations"}`;
}

function changedText(entry: AuditEntry, zones: Zones): string {
  const [onlyChange, ...others] = entry.changes;
  const subjectText = formatSubject(entry);
  if (!onlyChange || others.length > 0) {
    const labels = [...new Set(entry.changes.map(({ field }) => auditField(entry.subject.type, field)[0]))];
    const namedLabels = labels.slice(0, labels.length === namedMax ? namedMax : namedMax - 1);
    const more = labels.length - namedLabels.length;
    const all = more > 0 ? [...namedLabels, `${more} more ${more === 1 ? "field" : "fields"}`] : namedLabels;
    return `changed ${new Intl.ListFormat("en-US", { type: "conjunction" }).format(all)} of ${subjectText}`;
  }
  const [label, unit] = auditField(entry.subject.type, onlyChange.field);
  const texts = [onlyChange.before, onlyChange.after].map((value) => {
    const words = valueText(unit, value, zones, entry.names);
    return unit === "text" && typeof value === "string" && !(value in entry.names) ? `“${words}”` : words;
  });
  const [before = "", after = ""] = texts;
  if (unit === "long" || texts.some((words) => words.length > quotedMax)) return `changed ${label} of ${subjectText}`;
  if (isNothing(onlyChange.after) && unit !== "flag") return `removed ${label} of ${subjectText}, which was ${before}`;
  if (isNothing(onlyChange.before) && unit !== "flag") return `set ${label} of ${subjectText} to ${after}`;
  return `changed ${label} of ${subjectText} from ${before} to ${after}`;
}

/** Types that are omitted before the record's name. */
const selfDescribingTypes = new Set(["product", "organization", "user", "software", "software_version"]);

function formatSubject({ subject: { type, name } }: AuditEntry): string {
  const labels: Record<string, string> = auditSubjects;
  const kind = (labels[type] ?? type).toLowerCase();
  if (type === "shop_settings") return "the shop’s settings";
  if (name === null) return `a deleted ${kind}`;
  return selfDescribingTypes.has(type) ? name : `${kind} ${name}`;
}

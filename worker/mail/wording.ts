const controlPattern = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/gu;
/**
 * Matches text that a mail program may turn into a link: letters right after a dot (every ending is a domain
 * somewhere), a scheme, or an IP address. Such names are not printed, because a stranger may choose both the name and
 * the recipient.
 */
const linkLikePattern = /:\/\/|\p{L}{2}:\S|\d+(?:\.\d+){3}|[\p{L}\p{N}]\s*[.\u2024\u3002\uff0e\uff61]\p{L}{2}/u;

/** A fast path for most names, which are already one line. */
const plainLinePattern = /^[!-~’]+(?: [!-~’]+)*$/;

/** Prints a text as one line of at most `max` characters, without control and direction characters. */
export const toLine = (text: string, max = 150): string => {
  if (text.length <= max && plainLinePattern.test(text)) return text;
  const chars = [...text.replace(controlPattern, " ").replace(/\s+/g, " ").trim()];
  return chars.length <= max
    ? chars.join("")
    : `${chars
        .slice(0, max - 1)
        .join("")
        .trimEnd()}…`;
};

type NamedRecipient = { first_name?: string | undefined; last_name?: string | undefined };

export const nameRecipient = ({ first_name = "", last_name = "" }: NamedRecipient): string | undefined => {
  const name = `${toLine(first_name, 64)} ${toLine(last_name, 64)}`.trim();
  return name === "" || linkLikePattern.test(name) ? undefined : name;
};

export const greet = (person: NamedRecipient): string => {
  const name = nameRecipient(person);
  return name === undefined ? "Hello," : `Hello ${name},`;
};

export const nameOrganization = (name = ""): string => {
  const line = toLine(name, 100);
  return line === "" || linkLikePattern.test(line) ? "your organization" : line;
};

export const formatCount = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"}`;

/** In the largest unit that divides the time evenly: days (from two on), hours, else minutes. */
export const spellMinutes = (minutes: number): string => {
  if (minutes >= 2880 && minutes % 1440 === 0) return formatCount(minutes / 1440, "day");
  if (minutes >= 60 && minutes % 60 === 0) return formatCount(minutes / 60, "hour");
  return formatCount(minutes, "minute");
};

const dateFormatOptions = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
} as const;
// Created on first use: one formatter costs as much as formatting a hundred dates.
let dateFormat: Intl.DateTimeFormat | undefined;
const formatParts = (iso: string): Record<string, string> => {
  dateFormat ??= new Intl.DateTimeFormat("en-US", dateFormatOptions);
  return Object.fromEntries(dateFormat.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
};

/** "20 Nov 2026, 14:05 UTC" for an instant, the day alone for a day, in the store's format. */
export const printInstant = (iso: string): string => {
  if (!iso.includes("T")) return printDate(iso);
  const { hour, minute } = formatParts(iso);
  return `${printDate(iso)}, ${hour}:${minute} UTC`;
};

/** "20 Nov 2026": the day of an instant in UTC. */
export const printDate = (iso: string): string => {
  const { day, month, year } = formatParts(iso);
  return `${day} ${month} ${year}`;
};

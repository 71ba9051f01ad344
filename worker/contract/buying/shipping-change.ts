import { formatMoney } from "./money.ts";

type ShippingOption = {
  option: string;
  price: number;
  free_from: number | null;
  days_min: number | null;
  days_max: number | null;
};

const costText = (cents: number): string => (cents === 0 ? "free" : formatMoney(cents));

const daysText = ({ days_min, days_max }: ShippingOption): string =>
  days_min === null || days_max === null
    ? "no promised date"
    : days_min === days_max
      ? `${days_min} business days`
      : `${days_min} to ${days_max} business days`;

const freeText = ({ free_from }: ShippingOption): string =>
  free_from === null ? "never free" : `free from ${formatMoney(free_from)}`;

/**
 * Describes what changed since the buyer saw the option; undefined if nothing visible did. `now` is null for a
 * withdrawn option.
 */
export function shippingChange(seen: ShippingOption, now: ShippingOption | null): string | undefined {
  if (!now) return `${seen.option} (${costText(seen.price)}) is no longer offered. Choose another way of shipping.`;
  const name = seen.option === now.option ? seen.option : `${seen.option}, now called ${now.option},`;
  if (seen.price !== now.price) return `${name} was ${costText(seen.price)} and is now ${costText(now.price)}.`;
  if (daysText(seen) !== daysText(now)) return `${name} took ${daysText(seen)} and now takes ${daysText(now)}.`;
  if (seen.free_from !== now.free_from) return `${name} was ${freeText(seen)} and is now ${freeText(now)}.`;
  return seen.option === now.option ? undefined : `${seen.option} is now called ${now.option}.`;
}

export const shippingText = (cents: number): string => (cents === 0 ? "Free" : formatMoney(cents));

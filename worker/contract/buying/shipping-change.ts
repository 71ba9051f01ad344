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
export function describeShippingChange(before: ShippingOption, now: ShippingOption | null): string | undefined {
  if (!now) return `${before.option} (${costText(before.price)}) is no longer offered. Choose another way of shipping.`;
  const name = before.option === now.option ? before.option : `${before.option}, now called ${now.option},`;
  if (before.price !== now.price) return `${name} was ${costText(before.price)} and is now ${costText(now.price)}.`;
  if (daysText(before) !== daysText(now)) return `${name} took ${daysText(before)} and now takes ${daysText(now)}.`;
  if (before.free_from !== now.free_from) return `${name} was ${freeText(before)} and is now ${freeText(now)}.`;
  return before.option === now.option ? undefined : `${before.option} is now called ${now.option}.`;
}

export const shippingText = (cents: number): string => (cents === 0 ? "Free" : formatMoney(cents));

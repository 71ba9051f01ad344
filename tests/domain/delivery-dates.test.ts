import { describe, expect, test } from "vitest";
import { arrivalDays, deliveryText } from "../../worker/contract/buying/delivery-text.ts";
import { estimateDeliveryDates, slowestLeadDays } from "../../worker/domain/fulfilment/delivery/delivery-dates.ts";

const newYork = "America/New_York";
const holidays = ["2026-11-26", "2026-12-25", "2027-01-01"];

// In November 2026 the 23rd is a Monday and the 26th is Thanksgiving.
describe("a lead time counts working days of the shop from the working day of the payment", () => {
  test.each([
    ["on a Monday", "2026-11-16T15:00Z", newYork, 3, "2026-11-19"],
    ["at once, on the day itself", "2026-11-16T15:00Z", newYork, 0, "2026-11-16"],
    ["over a weekend", "2026-11-19T15:00Z", newYork, 3, "2026-11-24"],
    ["on a Saturday, which counts as Monday", "2026-11-21T15:00Z", newYork, 1, "2026-11-24"],
    ["on a Sunday, at once", "2026-11-22T15:00Z", newYork, 0, "2026-11-23"],
    ["over a holiday", "2026-11-23T15:00Z", newYork, 3, "2026-11-27"],
    ["on a holiday", "2026-11-26T15:00Z", newYork, 1, "2026-11-30"],
    ["over Christmas and New Year", "2026-12-23T15:00Z", newYork, 10, "2027-01-08"],
    ["a minute before 14:00 in New York", "2026-11-16T18:59Z", newYork, 3, "2026-11-19"],
    ["at 14:00 in New York", "2026-11-16T19:00Z", newYork, 3, "2026-11-20"],
    ["at 14:00 in New York in summer", "2026-07-13T18:00Z", newYork, 3, "2026-07-17"],
    ["after 14:00 on a Friday, from Monday on", "2026-11-20T19:30Z", newYork, 1, "2026-11-24"],
    ["on Monday in Tokyo while it is Sunday in New York", "2026-11-16T02:00Z", "Asia/Tokyo", 1, "2026-11-17"],
    ["on Sunday in New York while it is Monday in Tokyo", "2026-11-16T02:00Z", newYork, 1, "2026-11-17"],
    ["late in Tokyo", "2026-11-16T06:00Z", "Asia/Tokyo", 1, "2026-11-18"],
  ])("%s", (_when, paid_at, time_zone, lead_days, ships_by) => {
    expect(estimateDeliveryDates({ paid_at: Date.parse(paid_at), lead_days }, { time_zone, holidays })?.ships_by).toBe(
      ships_by,
    );
  });
});

const monday = Date.parse("2026-11-23T10:00Z");
const calendar = { time_zone: "UTC", holidays };

test("the carrier's days are working days after that, and a bank debit settles four of them later", () => {
  const purchase = { paid_at: monday, lead_days: 10, days_min: 1, days_max: 2 };
  expect(estimateDeliveryDates(purchase, calendar)).toEqual({
    ships_by: "2026-12-08",
    arrives_from: "2026-12-09",
    arrives_by: "2026-12-10",
  });
  expect(estimateDeliveryDates({ ...purchase, is_bank_debit: true }, calendar)).toEqual({
    ships_by: "2026-12-14",
    arrives_from: "2026-12-15",
    arrives_by: "2026-12-16",
  });
});

test("nothing is promised that is not known", () => {
  expect(estimateDeliveryDates({ paid_at: monday, lead_days: null, days_min: 2, days_max: 4 }, calendar)).toBeNull();
  expect(estimateDeliveryDates({ paid_at: monday, lead_days: 1 }, calendar)).toMatchObject({ arrives_by: null });
  const buildDevice = (lead_days: number | null) => ({ type: "hardware" as const, lead_days });
  const plan = { type: "software" as const, lead_days: null };
  expect(slowestLeadDays([buildDevice(3), plan, buildDevice(10)])).toBe(10);
  expect(slowestLeadDays([buildDevice(3), buildDevice(null)])).toBeNull();
  expect(slowestLeadDays([plan])).toBeNull();
});

test("dates are written as people say them", () => {
  const days = { days_min: 2, days_max: 4 };
  const buildDates = (from: string | null, by: string | null) => ({
    ships_by: "2026-12-07",
    arrives_from: from,
    arrives_by: by,
  });
  expect(arrivalDays(buildDates("2026-12-08", "2026-12-10"))).toBe("8 to 10 Dec");
  expect(deliveryText(buildDates("2026-11-30", "2026-12-02"), days)).toBe("Arrives 30 Nov to 2 Dec");
  expect(deliveryText(buildDates("2026-12-08", "2026-12-08"), days)).toBe("Arrives 8 Dec");
  expect(deliveryText(buildDates(null, null), { days_min: null, days_max: null })).toBe("Ships by 7 Dec");
  expect(deliveryText(null, days)).toBe("2 to 4 days on the way after it ships");
  expect(deliveryText(null, { days_min: 1, days_max: 1 })).toBe("1 day on the way after it ships");
  expect(deliveryText(null, { days_min: null, days_max: null })).toBeUndefined();
});

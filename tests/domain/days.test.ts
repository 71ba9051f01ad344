import { describe, expect, test } from "vitest";
import { dayAt, endOfDay, instantAt, startOfDay } from "../../worker/domain/days.ts";

const hourMs = 3_600_000;

describe("a day begins where the zone's clocks first show it, and ends where they show the next one", () => {
  test.each([
    ["UTC", "2026-03-03", "2026-03-03T00:00Z", 24],
    ["Asia/Tokyo", "2026-03-03", "2026-03-02T15:00Z", 24],
    ["America/Los_Angeles", "2026-03-03", "2026-03-03T08:00Z", 24],
    ["America/Los_Angeles, clocks go forward", "2026-03-08", "2026-03-08T08:00Z", 23],
    ["America/Los_Angeles, clocks go back", "2026-11-01", "2026-11-01T07:00Z", 25],
    ["Europe/Berlin, clocks go forward", "2026-03-29", "2026-03-28T23:00Z", 23],
    ["Europe/Berlin, clocks go back", "2026-10-25", "2026-10-24T22:00Z", 25],
    ["America/Sao_Paulo, no midnight", "2018-11-04", "2018-11-04T03:00Z", 23],
    ["America/Sao_Paulo, back at midnight", "2018-02-17", "2018-02-17T02:00Z", 25],
    ["America/Sao_Paulo, the day after", "2018-02-18", "2018-02-18T03:00Z", 24],
    ["Africa/Cairo, no midnight", "2026-04-24", "2026-04-23T22:00Z", 23],
    ["Africa/Cairo, back at midnight", "2026-10-29", "2026-10-28T21:00Z", 25],
    ["Asia/Beirut, no midnight", "2026-03-29", "2026-03-28T22:00Z", 23],
    ["Asia/Beirut, back at midnight", "2026-10-24", "2026-10-23T21:00Z", 25],
    ["America/Havana, no midnight", "2026-03-08", "2026-03-08T05:00Z", 23],
    ["America/Havana, midnight twice", "2026-11-01", "2026-11-01T04:00Z", 25],
    ["America/Nuuk, its last hour left out", "2026-03-28", "2026-03-28T02:00Z", 23],
    ["Asia/Kolkata", "2026-03-03", "2026-03-02T18:30Z", 24],
    ["Asia/Kathmandu", "2026-03-03", "2026-03-02T18:15Z", 24],
    ["Australia/Lord_Howe, back by half an hour", "2026-04-05", "2026-04-04T13:00Z", 24.5],
    ["Pacific/Kiritimati", "2026-03-03", "2026-03-02T10:00Z", 24],
    ["Etc/GMT+12", "2026-03-03", "2026-03-03T12:00Z", 24],
    ["Pacific/Apia, left out", "2011-12-30", "2011-12-30T10:00Z", 0],
    ["Pacific/Apia, the day after", "2011-12-31", "2011-12-30T10:00Z", 24],
    ["Asia/Tokyo, a leap day", "2028-02-29", "2028-02-28T15:00Z", 24],
  ] as const)("%s on %s", (where, day, start, hours) => {
    const [zone = ""] = where.split(",");
    const startAt = startOfDay(day, zone);
    expect(new Date(startAt).toISOString()).toBe(new Date(start).toISOString());
    expect((endOfDay(day, zone) - startAt) / hourMs).toBe(hours);
    if (hours === 0) return;
    expect(dayAt(startAt, zone)).toBe(day);
    expect(dayAt(startAt - 1, zone) < day).toBe(true);
    expect(dayAt(endOfDay(day, zone) - 1, zone)).toBe(day);
  });

  test.each(["0000-01-01", "0001-01-01", "9999-12-31"])("%s, too, which nobody means", (day) => {
    for (const zone of ["UTC", "Asia/Tokyo", "America/Los_Angeles"])
      expect(Math.abs(endOfDay(day, zone) - Date.parse(`${day}T24:00Z`)), zone).toBeLessThanOrEqual(16 * hourMs);
  });
});

describe("a time of a day is the first instant at which the zone's clocks show it or a later one", () => {
  test.each([
    ["America/Los_Angeles, twice", "2026-11-01", "01:45", "2026-11-01T08:45Z"],
    ["America/St_Johns, twice", "2026-11-01", "01:15", "2026-11-01T03:45Z"],
    ["America/St_Johns, twice", "2026-11-01", "01:45", "2026-11-01T04:15Z"],
    ["America/St_Johns, after it", "2026-11-01", "02:00", "2026-11-01T05:30Z"],
    ["Australia/Adelaide, twice", "2026-04-05", "02:45", "2026-04-04T16:15Z"],
    ["Pacific/Chatham, twice", "2026-04-05", "03:30", "2026-04-04T13:45Z"],
    ["Europe/Berlin, left out", "2026-03-29", "02:30", "2026-03-29T01:00Z"],
  ] as const)("%s on %s at %s", (where, day, time, expected) => {
    const [zone = ""] = where.split(",");
    expect(instantAt(day, time, zone)).toBe(Date.parse(expected));
  });
});

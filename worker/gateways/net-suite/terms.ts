/** The setting NETSUITE_TERMS, such as 15:4,30:2: internal ids of NetSuite's terms by their days. */
export const netSuiteTerms = (setting: string): ReadonlyMap<number, string> =>
  new Map(
    setting
      .split(",")
      .map((each) => each.split(":"))
      .flatMap(([days = "", id = ""]) => (id === "" ? [] : [[Number(days), id] as const])),
  );

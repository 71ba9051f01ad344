// USPS Publication 28, appendix B: states, the district, territories and the armed forces
const usStates =
  "AL Alabama|AK Alaska|AS American Samoa|AZ Arizona|AR Arkansas|AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|GU Guam|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|MP Northern Mariana Islands|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|PR Puerto Rico|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|VI US Virgin Islands|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming";
// Canada Post's symbols of provinces and territories
const caProvinces =
  "AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NT Northwest Territories|NS Nova Scotia|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon";

type Option = readonly [code: string, name: string];

const parseOptions = (list: string): Option[] => [
  ["", "Choose…"],
  ...list.split("|").map((each): Option => [each.slice(0, 2), each.slice(3)]),
];

/** Options of a state field, "Choose…" first; undefined for countries whose addresses need no state. */
export function listStates(country: string): Option[] | undefined {
  if (country === "US") return parseOptions(usStates);
  return country === "CA" ? parseOptions(caProvinces) : undefined;
}

/** Code of a state typed as code or name; undefined for other texts. For countries without a list, `typed` itself. */
export function stateCode(country: string, typed: string): string | undefined {
  const states = listStates(country)?.slice(1);
  if (!states) return typed;
  const wanted = typed.trim().toLowerCase();
  return states.find(([code, name]) => code.toLowerCase() === wanted || name.toLowerCase() === wanted)?.[0];
}

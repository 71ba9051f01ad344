// ISO 3166 alpha-2, without territories that nobody lives in
const codes =
  `AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO
CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL
IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV
MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR
SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(
    /\s+/,
  );

type Country = readonly [code: string, name: string];
let countries: Country[] | undefined;

/** Every country to choose from, by name; the two that most orders go to come first. */
export function listCountries(): Country[] {
  return (countries ??= nameCountries());
}

function nameCountries(): Country[] {
  const names = new Intl.DisplayNames(["en"], { type: "region" });
  const named = (code: string): Country => [code, names.of(code) ?? code];
  const others = codes.filter((code) => code !== "US" && code !== "CA").map(named);
  return [named("US"), named("CA"), ...others.toSorted(([, one], [, other]) => one.localeCompare(other, "en"))];
}

/** The English name of a country; null is every country without rates of its own. */
export const countryName = (code: string | null): string => {
  if (code === null) return "Everywhere else";
  return new Intl.DisplayNames(["en"], { type: "region", fallback: "code" }).of(code) ?? code;
};

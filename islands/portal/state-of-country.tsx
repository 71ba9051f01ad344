import { useEffect, useState } from "react";
import { StateField } from "../ui/fields/state-field.tsx";

type StateOfCountryProps = {
  name: string;
  defaultValue: string;
  error: string | undefined;
  /** ISO 3166 alpha-2; empty while no country is chosen. */
  country: string;
  /** The country's select is outside this island. */
  country_id: string;
};

/** Follows the chosen country at once; without script the server's next page updates the field. */
export default function StateOfCountry({ country: initial, country_id, ...field }: StateOfCountryProps) {
  const [country, setCountry] = useState(initial);
  useEffect(() => {
    const select = document.getElementById(country_id);
    if (!(select instanceof HTMLSelectElement)) return undefined;
    const syncCountry = () => setCountry(select.value);
    syncCountry();
    select.addEventListener("change", syncCountry);
    return () => select.removeEventListener("change", syncCountry);
  }, [country_id]);
  return <StateField country={country} {...field} />;
}

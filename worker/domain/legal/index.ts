export { getLegalText, type LegalText } from "./legal-texts.ts";
export { currentTerms } from "./current-terms.ts";
export { getLicenseAgreement } from "./license-agreement.ts";

export { getLegalText } from "./legal-texts.ts";
export { currentTerms, licenseInForce } from "./in-force.ts";
export { agreeToLicense, findLicenseToAgree, getLicenseAgreement } from "./license-agreement.ts";
export {
  createLicenseAgreement,
  deleteLicenseAgreement,
  getLicenseVersion,
  type LicenseConsent,
  listLicenseAgreements,
  listLicenseConsents,
} from "./license-versions.ts";
export { sanitise } from "./sanitise.ts";
export {
  createLegalText,
  deleteLegalText,
  getLegalVersion,
  type LegalVersion,
  listLegalTexts,
} from "./text-versions.ts";

import { LegalPage } from './legal-page.tsx'

/** The Privacy Policy at /privacy, readable for everybody. */
export const Privacy = () => <LegalPage text="privacy" />

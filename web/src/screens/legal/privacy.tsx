import { LegalPage } from './legal-page.tsx'

/** Renders the Privacy Policy at /privacy, which is public. */
export const Privacy = () => <LegalPage text="privacy" />

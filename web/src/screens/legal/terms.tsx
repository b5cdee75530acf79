import { LegalPage } from './legal-page.tsx'

/** The Terms of Service at /terms, readable for everybody. */
export const Terms = () => <LegalPage text="terms" />

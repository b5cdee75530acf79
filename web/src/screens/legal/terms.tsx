import { LegalPage } from './legal-page.tsx'

/** Renders the Terms of Service at /terms, which are public. */
export const Terms = () => <LegalPage text="terms" />

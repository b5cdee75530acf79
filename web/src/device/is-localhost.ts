/**
 * Returns true if the page was loaded from localhost. Only a local server can simulate payments, mails and sign-ins
 * (decision D8), so pages from other hosts never show a notice about a simulation.
 */
export const isLocalhost = (): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname)

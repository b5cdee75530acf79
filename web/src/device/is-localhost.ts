/**
 * Returns true if the page is served from localhost. Only there may payments, mails and sign-ins be simulated (D8), so
 * only there the layout reserves space for the notices about that.
 */
export const isLocalhost = (): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname)

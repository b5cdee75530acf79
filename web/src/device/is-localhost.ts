/**
 * Returns true if the page was loaded from localhost. Only there can payments, mails and sign-ins be simulated (D8), so
 * the layout reserves space for notices about simulations only there.
 */
export const isLocalhost = (): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname)

/**
 * Returns whether the page is served from localhost. Only there can payments, mails and sign-ins be stand-ins (D8), so
 * only there the layout reserves space for the notices until the server has answered.
 */
export const isLocalhost = (): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname)

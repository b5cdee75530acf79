export const isLocalhost = (): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname)

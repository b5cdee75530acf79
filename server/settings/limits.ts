/**
 * The limits that the routes set to their users and clients. Rate limits count per hour unless their name says minute
 * or day. A client is an IPv4 address or a /64 of IPv6.
 */
export const LIMITS = {
  /** Sign-in mails to one address, and again as many from each browser in which somebody has signed in with it. */
  mailsPerEmail: 5,
  mailsPerClient: 100,
  wrongSignInsPerClient: 100,
  socialSignInsPerClient: 300,
  feedbackPerClient: 20,
  eventsPerMinute: 1000,
  eventsPerDay: 30_000,
  /** Sync rounds of one user. */
  syncPerMinute: 6000,
}

/** The limits of a server. */
export type ConfiguredLimits = Readonly<typeof LIMITS>

/**
 * Parses `name=number,name=number`, which replaces some of the limits: for tests, and for a school behind one address.
 * Returns null if a name or a number is unknown.
 */
export function parseLimits(text: string): ConfiguredLimits | null {
  const parts = text.split(',').map(part => part.trim().split('='))
  const isSound = parts.every(([name = '', value = '', ...rest]) => {
    return Object.hasOwn(LIMITS, name) && /^[1-9]\d{0,8}$/.test(value) && rest.length === 0
  })
  return isSound
    ? { ...LIMITS, ...Object.fromEntries(parts.map(([name, value]) => [name, Number(value)])) }
    : null
}

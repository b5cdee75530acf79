import type { Environment } from './environment.ts'
import { LOOPBACK_HOSTS } from './environment.ts'

/**
 * The way in which several server processes with one PostgreSQL database notify each other of changes to a library (a
 * user's data): by notifications of PostgreSQL ('listen'), by polling ('poll'), or through Redis.
 */
export type LiveSetting = 'listen' | 'poll' | { kind: 'redis'; url: string }

/**
 * Returns the way in which server processes notify each other of changes: through Redis if BUS_URL is set, otherwise as
 * LIVE says, by default 'listen'.
 */
export const parseLiveSetting = ({ LIVE, BUS_URL: url }: Environment): LiveSetting =>
  url === undefined ? (LIVE ?? 'listen') : { kind: 'redis', url }

/** Yields the faults of the environment variables LIVE and BUS_URL, for a message to the operator. */
export function* liveSettingFaults(environment: Environment): Iterable<{ name: string; reason: string }> {
  const { LIVE: live, BUS_URL: bus, DATABASE_URL: postgres } = environment
  if (bus === undefined) return
  if (live !== undefined) {
    const reason = `says ${live} while BUS_URL names a Redis: set only one of them`
    yield { name: 'LIVE', reason }
  }
  if (postgres === undefined) {
    const reason = 'needs DATABASE_URL beside it: the embedded database has one server, which needs no Redis'
    yield { name: 'BUS_URL', reason }
  }
  const { hostname, pathname } = new URL(bus)
  if (hostname === '') yield { name: 'BUS_URL', reason: 'names no host' }
  if (!/^(\/\d*)?$/.test(pathname))
    yield { name: 'BUS_URL', reason: 'may have nothing but the number of a database behind the host' }
  if (environment.NODE_ENV === 'production' && leavesUnencrypted(bus)) {
    const reason =
      'must be rediss:// on another machine, or say ?insecure if the network between is yours alone'
    yield { name: 'BUS_URL', reason }
  }
}

/** Returns true if an address of Redis leads to another machine without TLS, and does not say that it may. */
function leavesUnencrypted(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url)
  return protocol === 'redis:' && !LOOPBACK_HOSTS.has(hostname) && !searchParams.has('insecure')
}

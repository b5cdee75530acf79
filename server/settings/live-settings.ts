import type { Environment } from './environment.ts'
import { LOOPBACK_HOSTS } from './environment.ts'

/**
 * The way in which several server processes with one PostgreSQL database notify each other of changes to a library (a
 * user's data): by notifications of PostgreSQL ('listen'), by polling ('poll'), or through Redis.
 */
export type LiveSetting = 'listen' | 'poll' | { kind: 'redis'; url: string }

/** Returns the way in which server processes notify each other of changes, by default 'listen'. */
export const parseLiveSetting = ({ LIVE: live = 'listen' }: Environment): LiveSetting =>
  live === 'listen' || live === 'poll' ? live : { kind: 'redis', url: live }

/**
 * Yields the faults of the environment variable LIVE if it names a Redis, for a message to the operator.
 *
 * @param usesPostgres false for the embedded database
 */
export function* liveSettingFaults(
  environment: Environment,
  usesPostgres: boolean,
): Iterable<{ name: string; reason: string }> {
  const live = parseLiveSetting(environment)
  if (typeof live === 'string') return
  const name = 'LIVE'
  if (!usesPostgres) {
    const reason = 'needs a PostgreSQL beside it: the embedded database has one server, which needs no Redis'
    yield { name, reason }
  }
  const { hostname, pathname } = new URL(live.url)
  if (hostname === '') yield { name, reason: 'names no host' }
  if (!/^(\/\d*)?$/.test(pathname))
    yield { name, reason: 'may have nothing but the number of a database behind the host' }
  if (environment.NODE_ENV === 'production' && leavesUnencrypted(live.url)) {
    const reason =
      'must be rediss:// on another machine, or say ?insecure if the network between is yours alone'
    yield { name, reason }
  }
}

/** Returns true if an address of Redis leads to another machine without TLS, and does not say that it may. */
function leavesUnencrypted(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url)
  return protocol === 'redis:' && !LOOPBACK_HOSTS.has(hostname) && !searchParams.has('insecure')
}

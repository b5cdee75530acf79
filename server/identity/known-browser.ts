import { createHash, randomBytes } from 'node:crypto'
import type { Context as Exchange } from 'hono'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import { RETENTION_PERIODS } from '#core/library/retention.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { hostCookieSettings } from './host-cookie.ts'

const KNOWN_SECONDS = RETENTION_PERIODS.knownBrowserDays * 86_400
/** The number of addresses remembered per browser, newest first. */
const MOST_ADDRESSES = 5

type Settings = Pick<Configuration, 'origin' | 'secret' | 'previousSecret'>

/**
 * Returns the key under which this browser's sign-ins with an email address are rate-limited. Returns null if nobody
 * has signed in with this address in this browser before. Known browsers have rate limits of their own, so that
 * strangers who use up the limits of an address do not lock out the user to whom it belongs (rule ID28). The key does
 * not authenticate anybody.
 */
export async function knownBrowserKey(
  exchange: Exchange,
  settings: Settings,
  email: string,
): Promise<string | null> {
  const known = await readKnownCookie(exchange, settings)
  return known?.addresses.includes(hashAddress(known.id, email)) ? `${known.id} ${email}` : null
}

/**
 * Stores in a signed cookie that a user with this email address has signed in with this browser. Later sign-ins
 * with the address then have rate limits of their own in this browser (rule ID28).
 */
export async function rememberAddressInBrowser(
  exchange: Exchange,
  settings: Settings,
  email: string,
): Promise<void> {
  const { id, addresses } = (await readKnownCookie(exchange, settings)) ?? { id: newId(), addresses: [] }
  await writeKnownCookie(exchange, settings, id, [hashAddress(id, email), ...addresses])
}

/**
 * Removes the email address of a deleted account from the signed cookie that lists the addresses used for sign-ins in
 * this browser. Does nothing if the browser has no such cookie.
 */
export async function forgetAddressInBrowser(
  exchange: Exchange,
  settings: Settings,
  email: string,
): Promise<void> {
  const known = await readKnownCookie(exchange, settings)
  if (known === null) return
  const gone = hashAddress(known.id, email)
  await writeKnownCookie(
    exchange,
    settings,
    known.id,
    known.addresses.filter(address => address !== gone),
  )
}

async function readKnownCookie(exchange: Exchange, { origin, secret, previousSecret }: Settings) {
  const signedWith = (key: string) =>
    getSignedCookie(exchange, signingKey(key), knownBrowserCookie(origin).name)
  const value = (await signedWith(secret)) || (previousSecret !== null && (await signedWith(previousSecret)))
  if (typeof value !== 'string') return null
  const [id = '', ...addresses] = value.split('.')
  return { id, addresses }
}

async function writeKnownCookie(
  exchange: Exchange,
  { origin, secret }: Settings,
  id: string,
  addresses: readonly string[],
): Promise<void> {
  const { name, setOptions } = knownBrowserCookie(origin)
  const value = [id, ...new Set(addresses)].slice(0, MOST_ADDRESSES + 1).join('.')
  await setSignedCookie(exchange, name, value, signingKey(secret), setOptions)
}

const newId = () => randomBytes(16).toString('base64url')

// The cookie holds hashes: somebody who reads it on the disk can only check addresses that they already know.
const hashAddress = (id: string, email: string) =>
  createHash('sha256').update(`${id}\n${email}`).digest('base64url').slice(0, 22)

const knownBrowserCookie = (origin: string) => hostCookieSettings(origin, 'known', KNOWN_SECONDS)
// A key of its own, so that a value signed for another cookie is not valid here.
const signingKey = (secret: string) => `known browser\n${secret}`

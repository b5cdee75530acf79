import { lookup } from 'node:dns'
import { request as requestPlain } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as requestEncrypted } from 'node:https'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import type { LookupFunction } from 'node:net'

/**
 * Maximum size in bytes of a profile picture that the server downloads from a provider. Larger pictures are not stored.
 */
export const MAX_PICTURE_BYTES = 512 * 1024
const MAX_REDIRECTS = 2
const TIMEOUT_MILLISECONDS = 10_000

/**
 * Rules for the addresses from which a profile picture may be downloaded. Users can choose the address that a provider
 * reports. Without rules, they could make the server send requests to internal addresses.
 */
export type PictureAddressRules = {
  /** Whether http and ports other than the default are allowed. */
  allowPlainHttp: boolean
  /** Returns true if this IP address may be connected to. */
  isAllowedIp: (address: string) => boolean
  /** Timeout for the whole download, including redirects; 10 seconds by default. */
  timeoutMilliseconds?: number
}

/** Rules for downloading pictures from the real social sign-in providers: only https and public addresses. */
export const PUBLIC_PICTURE_RULES: PictureAddressRules = {
  allowPlainHttp: false,
  isAllowedIp: isPublicAddress,
}

/**
 * Rules for downloading pictures from the local stand-in for the social sign-in providers: only addresses of this
 * machine (rule SS1).
 */
export const LOOPBACK_PICTURE_RULES: PictureAddressRules = {
  allowPlainHttp: true,
  isAllowedIp: address => address === '127.0.0.1' || address === '::1',
}

/**
 * The reason why a profile picture was not downloaded, for example a forbidden address, a wrong type or a size above
 * the limit.
 */
export type PictureDownloadFailure =
  | 'address'
  | 'redirects'
  | 'answer'
  | 'too-big'
  | 'type'
  | 'too-slow'
  | 'unreachable'

/** A downloaded profile picture, or the reason why the download failed. */
export type PictureFetchResult =
  | { kind: 'picture'; bytes: Uint8Array; type: PictureType }
  | { kind: 'refused'; because: PictureDownloadFailure }

/**
 * Downloads a profile picture from the URL `address`, which may redirect at most twice. Every visited URL must comply
 * with `rules`. Never throws; returns 'refused' with the reason if the download fails.
 */
export async function fetchPicture(address: string, rules: PictureAddressRules): Promise<PictureFetchResult> {
  const timeout = AbortSignal.timeout(rules.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS)
  let next = address
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const url = allowedUrl(next, rules)
    if (url === null) return refused('address')
    const answer = await requestPicture(url, rules, timeout)
    if (answer.kind !== 'redirect') return answer
    next = answer.to
  }
  return refused('redirects')
}

function allowedUrl(address: string, { allowPlainHttp, isAllowedIp }: PictureAddressRules): URL | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return null
  if (url.protocol !== 'https:' && !(allowPlainHttp && url.protocol === 'http:')) return null
  if (!allowPlainHttp && url.port !== '') return null
  // Checks a literal IP address here because no DNS lookup takes place for it.
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !isAllowedIp(host) ? null : url
}

type FetchStep = PictureFetchResult | { kind: 'redirect'; to: string }

async function requestPicture(
  url: URL,
  rules: PictureAddressRules,
  timeout: AbortSignal,
): Promise<FetchStep> {
  try {
    const response = await sendRequest(url, rules, timeout)
    // Closes the connection even if the body was not read to its end.
    try {
      return await readPicture(url, response)
    } finally {
      response.destroy()
    }
  } catch (error) {
    if (error instanceof AddressNotAllowed) return refused('address')
    return refused(timeout.aborted ? 'too-slow' : 'unreachable')
  }
}

function sendRequest(
  url: URL,
  { isAllowedIp }: PictureAddressRules,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestEncrypted : requestPlain
  return new Promise((resolve, reject) => {
    request(url, {
      // No agent, because a pooled connection would skip the lookup and its check.
      agent: false,
      lookup: createCheckedLookup(isAllowedIp),
      signal,
      headers: {
        accept: 'image/webp, image/png, image/jpeg',
        'accept-encoding': 'identity',
        'user-agent': 'Dacapo',
      },
    })
      .on('response', resolve)
      .on('error', reject)
      .end()
  })
}

/**
 * Creates a DNS lookup that fails unless all addresses are allowed. It returns the checked addresses themselves, so
 * that a second DNS answer cannot differ.
 */
const createCheckedLookup =
  (isAllowedIp: PictureAddressRules['isAllowedIp']): LookupFunction =>
  (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, '', 0)
      const [first] = found
      if (first === undefined || !found.every(({ address }) => isAllowedIp(address)))
        return done(new AddressNotAllowed(), '', 0)
      return options.all === true ? done(null, found) : done(null, first.address, first.family)
    })
  }

class AddressNotAllowed extends Error {}

async function readPicture(url: URL, response: IncomingMessage): Promise<FetchStep> {
  const { statusCode = 0, headers } = response
  if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
    const isAddress = URL.canParse(headers.location, url.href)
    return isAddress ? { kind: 'redirect', to: new URL(headers.location, url).href } : refused('address')
  }
  if (statusCode !== 200) return refused('answer')
  const bytes = await readWithLimit(MAX_PICTURE_BYTES, response)
  if (bytes === null) return refused('too-big')
  const type = detectPictureType(bytes)
  return type === null ? refused('type') : { kind: 'picture', bytes, type }
}

/** Counts bytes while they arrive, because a Content-Length header can be wrong. */
async function readWithLimit(most: number, response: IncomingMessage): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of response as AsyncIterable<Uint8Array>) {
    length += piece.length
    if (length > most) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const refused = (because: PictureDownloadFailure): PictureFetchResult => ({ kind: 'refused', because })

/**
 * Returns true if an IP address is public, so that the server may download a picture from it (rule AV5). Returns
 * false for loopback addresses, private networks and cloud metadata services, and for a text that is no IP address.
 * An IPv4 address embedded in an IPv6 address is never public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reserved.check(address, 'ipv4')
  return isIPv6(address) && global.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

// All global unicast addresses assigned so far. Loopback, link-local, unique local and mapped addresses lie outside.
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

// RFC 6890 and the IANA registries of special-purpose addresses.
const reserved = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  reserved.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reserved.addSubnet(network, bits, 'ipv6')

/** The media type of a stored picture. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp'

/**
 * Detects the type of a picture from its first bytes. Returns null for unsupported types, including SVG, because SVG
 * files can contain scripts. Ignores the Content-Type header because it may be wrong.
 */
export function detectPictureType(bytes: Uint8Array): PictureType | null {
  const begins = (at: number, ...expected: number[]) =>
    expected.every((byte, index) => bytes[at + index] === byte)
  if (begins(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (begins(0, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (begins(0, ...ascii('RIFF')) && begins(8, ...ascii('WEBP'))) return 'image/webp'
  return null
}

const ascii = (text: string) => [...Buffer.from(text, 'latin1')]

/**
 * A user's profile picture at a social sign-in provider, before it is downloaded: the user's id, and the picture's
 * URL (`address`) that the provider has reported at a sign-in.
 */
export type ProviderPicture = { userId: string; address: string }

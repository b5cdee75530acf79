import { lookup } from 'node:dns'
import { request as requestPlain } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as requestEncrypted } from 'node:https'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { pictureTypeOf } from './picture-type.ts'
import type { PictureType } from './picture-type.ts'
import { isPublicAddress } from './public-address.ts'

export const LARGEST_PICTURE_BYTES = 512 * 1024
const MOST_REDIRECTS = 2
const PATIENCE_MILLISECONDS = 10_000

/** Whom we may ask for a picture. A provider's word names the address, and people choose what providers say of them. */
export type PictureRules = {
  /** Whether http and ports of one's own choice are allowed, too. */
  plain: boolean
  /** Whether a machine with this IP address may be asked. */
  admits: (address: string) => boolean
  /** For the whole way, redirects included. */
  patienceMilliseconds?: number
}

/** For providers themselves: encrypted, and on the internet for everyone only. */
export const PUBLIC_ONLY: PictureRules = { plain: false, admits: isPublicAddress }

/** For the provider that stands in on a development machine, which is shut off from the world outside (rule ID20). */
export const THIS_MACHINE_ONLY: PictureRules = {
  plain: true,
  admits: address => address === '127.0.0.1' || address === '::1',
}

export type PictureRefusal =
  | 'address'
  | 'redirects'
  | 'answer'
  | 'too-big'
  | 'type'
  | 'too-slow'
  | 'unreachable'

export type FetchedPicture =
  | { kind: 'picture'; bytes: Uint8Array; type: PictureType }
  | { kind: 'refused'; because: PictureRefusal }

/** Fetches a picture; never throws at what comes back. */
export async function fetchPicture(address: string, rules: PictureRules): Promise<FetchedPicture> {
  const patience = AbortSignal.timeout(rules.patienceMilliseconds ?? PATIENCE_MILLISECONDS)
  let next = address
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const url = allowedUrl(next, rules)
    if (url === null) return refused('address')
    const answer = await ask(url, rules, patience)
    if (answer.kind !== 'redirect') return answer
    next = answer.to
  }
  return refused('redirects')
}

function allowedUrl(address: string, { plain, admits }: PictureRules): URL | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return null
  if (url.protocol !== 'https:' && !(plain && url.protocol === 'http:')) return null
  if (!plain && url.port !== '') return null
  // For an address that is no name nothing is looked up, so nothing would be judged there.
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !admits(host) ? null : url
}

type Answer = FetchedPicture | { kind: 'redirect'; to: string }

async function ask(url: URL, rules: PictureRules, patience: AbortSignal): Promise<Answer> {
  try {
    const response = await responseOf(url, rules, patience)
    // What is not read to its end must not keep the connection.
    try {
      return await judged(url, response)
    } finally {
      response.destroy()
    }
  } catch (error) {
    if (error instanceof NotAdmitted) return refused('address')
    return refused(patience.aborted ? 'too-slow' : 'unreachable')
  }
}

function responseOf(url: URL, { admits }: PictureRules, signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestEncrypted : requestPlain
  return new Promise((resolve, reject) => {
    request(url, {
      // A connection of its own each time: an old one would be used without any look-up.
      agent: false,
      lookup: lookupAdmitted(admits),
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
 * Looks a name up and lets only admitted addresses be connected to: the very ones that were judged, so that a name
 * cannot answer differently a moment later.
 */
const lookupAdmitted =
  (admits: PictureRules['admits']): LookupFunction =>
  (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, '', 0)
      const [first] = found
      if (first === undefined || !found.every(({ address }) => admits(address)))
        return done(new NotAdmitted(), '', 0)
      return options.all === true ? done(null, found) : done(null, first.address, first.family)
    })
  }

class NotAdmitted extends Error {}

async function judged(url: URL, response: IncomingMessage): Promise<Answer> {
  const { statusCode = 0, headers } = response
  if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
    const isAddress = URL.canParse(headers.location, url.href)
    return isAddress ? { kind: 'redirect', to: new URL(headers.location, url).href } : refused('address')
  }
  if (statusCode !== 200) return refused('answer')
  const bytes = await readUpTo(LARGEST_PICTURE_BYTES, response)
  if (bytes === null) return refused('too-big')
  const type = pictureTypeOf(bytes)
  return type === null ? refused('type') : { kind: 'picture', bytes, type }
}

/** Counted while it comes: what a server says of the length beforehand binds it to nothing. */
async function readUpTo(most: number, response: IncomingMessage): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of response as AsyncIterable<Uint8Array>) {
    length += piece.length
    if (length > most) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const refused = (because: PictureRefusal): FetchedPicture => ({ kind: 'refused', because })

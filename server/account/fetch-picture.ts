export const MAX_PICTURE_BYTES = 512 * 1024
const MAX_REDIRECTS = 2
const TIMEOUT_MILLISECONDS = 10_000

const PICTURE_DOMAINS = ['googleusercontent.com', 'fbsbx.com', 'fbcdn.net', 'twimg.com']

/** Prevents server-side request forgery: no user can make the server call internal addresses (rule AV5). */
export const isFromProvider = ({ protocol, host, username, password }: URL): boolean =>
  protocol === 'https:' &&
  username + password === '' &&
  PICTURE_DOMAINS.some(domain => host.endsWith(`.${domain}`))

export const isFromStandInProvider = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && hostname === '127.0.0.1'

type PictureFetchResult =
  | { kind: 'fetched'; bytes: Uint8Array; type: PictureType }
  | { kind: 'refused'; because: string }

export async function fetchPicture(
  address: string,
  isAllowed: (url: URL) => boolean,
  timeoutMilliseconds = TIMEOUT_MILLISECONDS,
): Promise<PictureFetchResult> {
  const signal = AbortSignal.timeout(timeoutMilliseconds)
  const headers = { accept: 'image/webp, image/png, image/jpeg', 'user-agent': 'Dacapo' }
  let url = URL.parse(address)
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      if (url === null || !isAllowed(url)) return refused('address')
      const response = await fetch(url, { redirect: 'manual', headers, signal })
      const location = response.headers.get('location')
      if (response.status < 300 || response.status >= 400 || location === null)
        return await readPicture(response)
      await response.body?.cancel()
      url = URL.parse(location, url.href)
    }
    return refused('redirects')
  } catch {
    return refused(signal.aborted ? 'too-slow' : 'unreachable')
  }
}

async function readPicture(response: Response): Promise<PictureFetchResult> {
  if (response.status !== 200) {
    await response.body?.cancel()
    return refused('answer')
  }
  const pieces: Uint8Array[] = []
  let length = 0
  // Counted while they arrive, because a Content-Length header can be wrong. Leaving the loop closes the connection.
  for await (const piece of response.body ?? []) {
    length += piece.length
    if (length > MAX_PICTURE_BYTES) return refused('too-big')
    pieces.push(piece)
  }
  const bytes = Buffer.concat(pieces)
  const type = detectPictureType(bytes)
  return type === null ? refused('type') : { kind: 'fetched', bytes, type }
}

const refused = (because: string): PictureFetchResult => ({ kind: 'refused', because })

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp'

/** Accepts no SVG, because it can contain scripts (rule AV3). */
export function detectPictureType(bytes: Uint8Array): PictureType | null {
  const begins = (at: number, ...expected: number[]) =>
    expected.every((byte, index) => bytes[at + index] === byte)
  if (begins(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (begins(0, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (begins(0, ...ascii('RIFF')) && begins(8, ...ascii('WEBP'))) return 'image/webp'
  return null
}

const ascii = (text: string) => [...Buffer.from(text, 'latin1')]

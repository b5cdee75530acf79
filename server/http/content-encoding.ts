import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The encoding of a response body: Brotli, gzip, or 'identity' for an uncompressed body (RFC 9110, section 8.4). */
export type ContentEncoding = 'br' | 'gzip' | 'identity'

/**
 * Returns the encoding for a response: Brotli or else gzip, if the Accept-Encoding header allows it and `available`
 * contains it. Otherwise returns 'identity', which means uncompressed.
 */
export function acceptedEncoding(
  header: string | undefined,
  available: readonly ContentEncoding[] = ['br', 'gzip'],
): ContentEncoding {
  const accepted = new Set(
    (header ?? '')
      .split(',')
      .filter(part => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map(part => part.split(';')[0]?.trim()),
  )
  return (['br', 'gzip'] as const).find(each => accepted.has(each) && available.includes(each)) ?? 'identity'
}

/**
 * Compresses a response body. `effort` is Brotli's quality, 0 to 11. Use 4 for single responses, which costs about as
 * much as gzip, and 11 for files that are compressed only once.
 */
export async function compressBody(
  body: Uint8Array,
  encoding: ContentEncoding,
  effort: number,
): Promise<Uint8Array<ArrayBuffer>> {
  switch (encoding) {
    case 'identity':
      return new Uint8Array(body)
    case 'gzip':
      return new Uint8Array(await promisify(gzip)(body))
    case 'br': {
      const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
      const params = { [BROTLI_PARAM_QUALITY]: effort, [BROTLI_PARAM_SIZE_HINT]: body.length }
      return new Uint8Array(await promisify(brotliCompress)(body, { params }))
    }
  }
}

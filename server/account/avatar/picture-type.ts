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

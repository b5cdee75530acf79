/**
 * Decodes the bytes of a text file as UTF-8 or UTF-16, according to its byte order mark. Without a byte order mark,
 * decodes valid UTF-8 as UTF-8, and anything else as Windows-1252, which older spreadsheets write (rule EX7). Never
 * throws.
 */
export function decodeFileText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decoded(bytes, 'windows-1252')
  }
}

// Removes the byte order mark.
const decoded = (bytes: Uint8Array, encoding: string) => new TextDecoder(encoding).decode(bytes)

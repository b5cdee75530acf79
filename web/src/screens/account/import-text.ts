/**
 * The text of a file: UTF-8 or UTF-16 where it says so, UTF-8 where it can be read as such, else Windows-1252, in
 * which older spreadsheets write (rule EX7). Never throws.
 */
export function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decoded(bytes, 'windows-1252')
  }
}

// Takes the byte order mark away by itself.
const decoded = (bytes: Uint8Array, encoding: string) => new TextDecoder(encoding).decode(bytes)

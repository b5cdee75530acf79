export type ContentEncoding = 'br' | 'gzip' | 'identity'

export function chooseContentEncoding(
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

import { screenAddressOf } from '#core/screen-addresses.ts'

type Asked = { readonly method: string; readonly mode: string; readonly url: string }

/**
 * What the worker answers from its cache: `page` for the address of a screen, `file` for what belongs to a build; null
 * for everything else, which goes its way as if there were no worker (rule OF3).
 */
export function answered(
  { method, mode, url }: Asked,
  origin: string,
  isInBuild: (path: string) => boolean,
): 'page' | 'file' | null {
  const address = new URL(url)
  if (method !== 'GET' || address.origin !== origin) return null
  const path = address.pathname
  if (mode === 'navigate') return screenAddressOf(path) === null ? null : 'page'
  // A page of an earlier build asks for files that this build no longer has.
  return isInBuild(path) || path.startsWith('/assets/') || TEXTS.test(path) ? 'file' : null
}

const TEXTS = /^\/locales\/[^/]+\/[^/]+\.json$/

import { matchScreenAddress } from '#core/protocol/screen-addresses.ts'

type Asked = { readonly method: string; readonly mode: string; readonly url: string }

/**
 * Returns how the service worker responds to a request from its cache: 'page' for the address of a screen, 'file' for a
 * file of a build (one version of the app). Returns null if the request must go to the network (rule OF3).
 */
export function cachedResponseKind(
  { method, mode, url }: Asked,
  origin: string,
  isFileOfBuild: (path: string) => boolean,
): 'page' | 'file' | null {
  const address = new URL(url)
  if (method !== 'GET' || address.origin !== origin) return null
  const path = address.pathname
  if (mode === 'navigate') return matchScreenAddress(path) === null ? null : 'page'
  // Pages of an earlier build request files that this build no longer has.
  return isFileOfBuild(path) || path.startsWith('/assets/') || TEXTS.test(path) ? 'file' : null
}

const TEXTS = /^\/locales\/[^/]+\/[^/]+\.json$/

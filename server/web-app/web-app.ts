import { contentSecurityPolicy, securityHeadersVersion } from '#server/http/security-headers.ts'
import { sessionCookieName } from '#server/identity/host-cookie.ts'
import { readLanguages } from '#server/locales.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { createAppPages } from './app-pages.ts'
import { withPageHead } from './page-head.ts'
import { readPrerendered } from './prerendered.ts'
import { readScreenFiles } from './screen-files.ts'
import { readStaticFiles, type WebApp } from './static-files.ts'
import { stampServiceWorker } from './stamp-service-worker.ts'

/**
 * Reads the built web app from `webFolder` into memory. Returns what `serveWebApp` needs: the files, the function that
 * returns the HTML pages, the languages in the folder `locales`, and the name of the session cookie.
 */
export function createWebApp(
  settings: Pick<Configuration, 'origin' | 'feedbackWidget'>,
  webFolder: string,
  locales: string,
): WebApp {
  const { origin } = settings
  const files = stampServiceWorker(securityHeadersVersion(settings), readStaticFiles(webFolder))
  const pages = createAppPages({
    files,
    screenFiles: readScreenFiles(webFolder),
    prerendered: readPrerendered(webFolder, origin),
    withHead: (page, language) => withPageHead(page, language, origin, locales),
    policy: inline => contentSecurityPolicy(settings, inline),
  })
  return {
    files,
    pages,
    languages: readLanguages(locales),
    sessionCookie: sessionCookieName(origin),
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { matchScreenAddress } from '#core/protocol/screen-addresses.ts'
import { findScreen } from './screen-routes.ts'

const byLanguage = z.record(z.string(), z.record(z.string(), z.string()))
const fileSchema = z.object({ script: z.string(), localhost: byLanguage, anywhere: byLanguage })

/** The first rendering of a screen as HTML, and the script that runs before the app replaces this HTML. */
type Prerendered = { readonly html: string; readonly script: string }

/**
 * Function that returns the HTML of the screen at `path`, so that the page shows something before React starts. The
 * HTML was rendered at build time. Returns null if the build did not render that screen.
 */
export type FindPrerendered = (path: string, language: string, isSignedIn: boolean) => Prerendered | null

/**
 * Reads the HTML of the screens that were rendered at build time, and returns the function that finds it by path (rule
 * HT93). This function returns null for a signed-out screen if the visitor is signed in, and for a signed-in screen if
 * the visitor is signed out.
 */
export function readPrerendered(webFolder: string, origin: string): FindPrerendered {
  const file = join(webFolder, '.vite/prerendered.json')
  if (!existsSync(file)) return () => null
  const rendered = fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(origin).hostname)
  const screens = isLocal ? rendered.localhost : rendered.anywhere
  return (path, language, isSignedIn) => {
    const address = matchScreenAddress(path)
    if (address === null || findScreen(path)?.signedIn !== isSignedIn) return null
    const html = screens[language]?.[address]
    return html === undefined ? null : { html, script: rendered.script }
  }
}

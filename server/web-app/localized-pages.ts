import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import * as z from 'zod'
import type { StaticFile } from './static-file.ts'

const textsSchema = z.object({ description: z.string(), picture: z.string() })

const PICTURE = { path: '/screenshots/preview.png', width: 1200, height: 630 }

/**
 * Creates the HTML page of the app in each language, with a description and a picture for search engines and link
 * previews (rule HT79). Returns an empty map if the app has not been built. The built file itself stays unchanged,
 * because the service worker checks its hash.
 */
export function createLocalizedPages(
  built: StaticFile | undefined,
  origin: string,
  locales: string,
): ReadonlyMap<string, StaticFile> {
  const html = built?.bodies.get('identity')
  if (built === undefined || html === undefined) return new Map()
  const page = Buffer.from(html).toString('utf8')
  return new Map(
    readdirSync(locales).map(language => [
      language,
      compressed(built.type, withHead(page, language, origin, locales)),
    ]),
  )
}

function withHead(page: string, language: string, origin: string, locales: string): string {
  const texts = textsSchema.parse(JSON.parse(readFileSync(join(locales, language, 'page.json'), 'utf8')))
  const tags: [string, string, string | number][] = [
    ['name', 'description', texts.description],
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', 'Dacapo'],
    ['property', 'og:title', 'Dacapo'],
    ['property', 'og:description', texts.description],
    ['property', 'og:url', `${origin}/`],
    ['property', 'og:locale', language],
    ['property', 'og:image', origin + PICTURE.path],
    ['property', 'og:image:width', PICTURE.width],
    ['property', 'og:image:height', PICTURE.height],
    ['property', 'og:image:alt', texts.picture],
    ['name', 'twitter:card', 'summary_large_image'],
  ]
  const head = tags.map(([key, name, content]) => `<meta ${key}="${name}" content="${escaped(content)}" />`)
  return page
    .replace(/<html lang="[^"]*"/, `<html lang="${language}"`)
    .replace(/<meta\s+name="description"[^>]*>/, '')
    .replace('</head>', () => `${head.join('\n')}\n</head>`)
}

const escaped = (content: string | number) =>
  String(content).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

function compressed(type: string, page: string): StaticFile {
  const body = Buffer.from(page)
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 20)
  return {
    type,
    etag,
    bodies: new Map([
      ['identity', body],
      ['br', Buffer.from(brotliCompressSync(body))],
      ['gzip', Buffer.from(gzipSync(body))],
    ]),
  }
}

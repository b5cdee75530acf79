import * as z from 'zod'
import { FALLBACK_LANGUAGE } from '#core/protocol/languages.ts'
import { readTexts } from '#server/locales.ts'

const textsSchema = z.object({ description: z.string(), picture: z.string() })

const PICTURE = { path: '/screenshots/preview.png', width: 1200, height: 630 }

/**
 * Returns `page`, the app's HTML page, with a head in `language`: its manifest, and a description and a preview picture
 * for search engines and link previews (rule HT79). `origin` is needed because the picture's URL must be absolute, and `locales`
 * is the folder with the translated texts.
 */
export function withPageHead(page: string, language: string, origin: string, locales: string): string {
  const [english, own] = [FALLBACK_LANGUAGE, language].map(each => readTexts(locales, each, 'page'))
  const texts = textsSchema.parse({ ...english, ...own })
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
    .replace(/\/manifest\.\w+\.webmanifest/, `/manifest.${language}.webmanifest`)
    .replace('</head>', () => `${head.join('\n')}\n</head>`)
}

const escaped = (content: string | number) =>
  String(content).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

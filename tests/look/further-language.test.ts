import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { languagesAmong } from '#core/protocol/languages.ts'
import { readLanguages } from '#server/locales.ts'
import { localeRoutes } from '#server/web-app/locale-routes.ts'
import { createWebApp, serveWebApp } from '#server/web-app/web-app.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const locales = mkdtempSync(join(tmpdir(), 'dacapo-locales-'))

/** Replaces the content of a file of the French texts. */
const write = (namespace: string, texts: object) =>
  writeFileSync(join(locales, `fr/${namespace}.json`), JSON.stringify(texts))

beforeAll(() => {
  cpSync(join(ROOT, 'locales'), locales, { recursive: true })
  cpSync(join(locales, 'en'), join(locales, 'fr'), { recursive: true })
  // Half translated, and one file is missing.
  write('page', { description: 'Dacapo tient le clic.' })
  rmSync(join(locales, 'fr/history.json'))
  writeFileSync(join(locales, 'README.md'), 'not a language')
})
afterAll(() => rmSync(locales, { recursive: true }))

test('[UI4] a language is a folder of texts, and English comes first', () => {
  expect(readLanguages(locales)).toEqual(['en', 'de', 'fr'])
  expect(languagesAmong(['fr', '.DS_Store', 'README.md', 'pt-BR', 'de'])).toEqual(['en', 'de', 'fr'])
})

test('[UI4][HT79] the page comes in a language that has been added, and names its texts and its manifest', async () => {
  const settings = { origin: 'https://dacapo.example', feedbackWidget: null }
  const app = new Hono()
    .route('/locales', localeRoutes(locales))
    .use(serveWebApp(createWebApp(settings, join(ROOT, 'web'), locales)))
  for (const headers of [{ 'accept-language': 'fr-CH,de' }, { cookie: 'i18next=fr' }]) {
    const page = await (await app.request('/signin', { headers })).text()
    expect(page).toContain('<html lang="fr">')
    expect(page).toContain('content="Dacapo tient le clic."')
    // Not translated yet.
    expect(page).toContain('A step of the practice routine')
    expect(page).toContain('href="/manifest.fr.webmanifest"')
  }
  expect((await app.request('/locales/fr/common.json')).status).toBe(200)
})

import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listLanguages } from '#server/locales.ts'
import { createWebAppMiddleware } from '#server/web-app/web-app.ts'
import { Hono } from 'hono'

const ROOT = resolve(import.meta.dirname, '../..')

test('[UI4][HT79] another folder of texts adds a language; the page uses it, and English where a text is missing', async () => {
  const locales = mkdtempSync(join(tmpdir(), 'dacapo-locales-'))
  onTestFinished(() => rmSync(locales, { recursive: true }))
  cpSync(join(ROOT, 'locales'), locales, { recursive: true })
  cpSync(join(locales, 'en'), join(locales, 'fr'), { recursive: true })
  writeFileSync(join(locales, 'fr/page.json'), JSON.stringify({ description: 'Dacapo tient le clic.' }))
  writeFileSync(join(locales, 'README.md'), 'not a language')
  expect(listLanguages(locales)).toEqual(['en', 'de', 'fr'])

  const settings = { origin: 'https://dacapo.example', feedbackWidget: null }
  const app = new Hono().use(createWebAppMiddleware(settings, join(ROOT, 'web'), locales))
  for (const headers of [{ 'accept-language': 'fr-CH,de' }, { cookie: 'i18next=fr' }]) {
    const page = await (await app.request('/signin', { headers })).text()
    expect(page).toContain('<html lang="fr">')
    expect(page).toContain('content="Dacapo tient le clic."')
    expect(page).toContain('A step of the practice routine')
    expect(page).toContain('href="/manifest.fr.webmanifest"')
  }
})

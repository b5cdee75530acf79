import type { Plugin } from 'vite'
import * as z from 'zod'
import { listLanguages, readTextsByNamespace } from './languages.ts'

const textsSchema = z.object({
  description: z.string(),
  practice: z.string(),
  pieces: z.string(),
  practicePicture: z.string(),
  piecesPicture: z.string(),
})

export function webManifestsPlugin(): Plugin {
  return {
    name: 'dacapo:manifests',
    apply: 'build',
    generateBundle() {
      for (const language of listLanguages())
        this.emitFile({
          type: 'asset',
          fileName: `manifest.${language}.webmanifest`,
          source: JSON.stringify(createWebManifest(language)),
        })
    },
  }
}

export function createWebManifest(language: string) {
  const [english, own] = ['en', language].map(each => Object(readTextsByNamespace(each)['page']).manifest)
  const texts = textsSchema.parse({ ...english, ...own })
  return {
    id: '/',
    name: 'Dacapo',
    short_name: 'Dacapo',
    lang: language,
    dir: 'ltr',
    description: texts.description,
    start_url: '/practice',
    scope: '/',
    display: 'standalone',
    orientation: 'any',
    theme_color: '#14224d',
    background_color: '#14224d',
    categories: ['music', 'education', 'productivity'],
    launch_handler: { client_mode: 'navigate-existing' },
    icons: [
      { src: '/icons/icon-any-512.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      ...['any', 'maskable'].flatMap(purpose => [icon(purpose, 192), icon(purpose, 512)]),
      icon('mono', 512),
    ],
    shortcuts: [shortcut('practice', texts.practice), shortcut('pieces', texts.pieces)],
    screenshots: (['narrow', 'wide'] as const).flatMap(form => [
      screenshot('practice', form, texts.practicePicture),
      screenshot('pieces', form, texts.piecesPicture),
    ]),
  }
}

const png = (src: string, sizes: string) => ({ src, sizes, type: 'image/png' })

const icon = (purpose: string, size: number) => ({
  ...png(`/icons/icon-${purpose === 'any' ? '' : `${purpose}-`}${size}.png`, `${size}x${size}`),
  purpose: purpose === 'mono' ? 'monochrome' : purpose,
})

const shortcut = (screen: string, name: string) => ({
  name,
  url: `/${screen}`,
  icons: [png(`/icons/shortcut-${screen}-96.png`, '96x96')],
})

const screenshot = (screen: string, form: 'narrow' | 'wide', label: string) => ({
  ...png(`/screenshots/${screen}-${form}.png`, form === 'narrow' ? '780x1688' : '1280x800'),
  form_factor: form,
  label,
})

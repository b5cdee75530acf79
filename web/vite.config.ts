import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fileURLToPath } from 'node:url'
import { fallbackFontsPlugin } from './build/fallback-fonts.ts'
import { fontPreloadPlugin } from './build/font-preload.ts'
import { createLanguageDefines, LOCALES_FOLDER } from './build/languages.ts'
import { cascadeLayersPlugin } from './build/layer-order.ts'
import { webManifestsPlugin } from './build/manifests.ts'
import { precompressPlugin } from './build/precompress.ts'
import { prerenderSignInPlugin } from './build/prerender.ts'
import { serviceWorkerPlugin } from './build/service-worker.ts'

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const SERVER = `http://localhost:${process.env['PORT'] ?? 3000}`

export default defineConfig({
  root: place('.'),
  define: createLanguageDefines(),
  plugins: [
    cascadeLayersPlugin(),
    fallbackFontsPlugin(),
    react(),
    fontPreloadPlugin('nunito-latin-wght-normal'),
    webManifestsPlugin(),
    serviceWorkerPlugin({
      worker: place('src/service-worker/worker.ts'),
      publicFolder: place('public'),
      locales: LOCALES_FOLDER,
    }),
    prerenderSignInPlugin('src/prerender/render-sign-in-page.tsx'),
    precompressPlugin(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // No data: URLs, so that the Content-Security-Policy can stay at 'self'.
    assetsInlineLimit: 0,
    // The server names the files of the first screen, later ones come from the worker; lists of them would be code.
    modulePreload: false,
    // What every screen needs is one file: some twenty small ones cost a telephone more than they save.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } } },
  },
  server: {
    // `npm run dev`: the interface from here with hot reload, everything else from the real server.
    proxy: Object.fromEntries(
      ['/api', '/locales', '/manifest.', '/dev', '/healthz', '/readyz'].map(path => [
        path,
        { target: SERVER },
      ]),
    ),
  },
})

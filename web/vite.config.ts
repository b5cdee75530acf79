import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fileURLToPath } from 'node:url'
import { chunkGroup } from './build/chunk-groups.ts'
import { fontPreload } from './build/font-preload.ts'
import { layerOrder } from './build/layer-order.ts'
import { precompress } from './build/precompress.ts'
import { serviceWorker } from './build/service-worker.ts'

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const SERVER = `http://localhost:${process.env['PORT'] ?? 3000}`

export default defineConfig({
  root: place('.'),
  plugins: [
    layerOrder(),
    react({ compiler: true }),
    fontPreload('nunito-latin-wght-normal'),
    serviceWorker({
      worker: place('src/service-worker/worker.ts'),
      publicFolder: place('public'),
      locales: place('../locales'),
    }),
    precompress(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // No data: addresses, so that the Content-Security-Policy can stay at 'self'.
    assetsInlineLimit: 0,
    // Every browser with modules preloads them itself; the polyfill would be an inline script.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every screen needs, in two files: the libraries, which stay the same from release to release,
          // and our own frame. Left alone they fall into a dozen files that compress worse. Then what every signed-in
          // screen needs.
          groups: [
            {
              name: 'libraries',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|i18next.*|react-i18next)[\\/]/,
            },
            {
              // Small parts of the frame that lazy code needs too, which would make each of them a file of its own.
              name: 'frame',
              test: /web[\\/]src[\\/](?:api[\\/](?:request|session-calls|pending-sign-out)|store[\\/](?:current-store|observable|last-user|use-observable)|kit[\\/](?:class-names|field|email-field)|identity[\\/](?:sign-in|sent-link|use-session|session-after)|load-failure)\.tsx?$/,
            },
            chunkGroup(place('src')),
          ],
        },
      },
    },
  },
  server: {
    // `npm run dev`: the interface from here with hot reload, everything else from the real server.
    proxy: Object.fromEntries(
      ['/api', '/locales', '/dev', '/healthz', '/readyz'].map(path => [path, { target: SERVER }]),
    ),
  },
})

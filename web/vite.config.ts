import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fileURLToPath } from 'node:url'
import { chunkGroup } from './build/chunk-groups.ts'
import { fontPreload } from './build/font-preload.ts'
import { defineLanguages, LOCALES } from './build/languages.ts'
import { layerOrder } from './build/layer-order.ts'
import { manifests } from './build/manifests.ts'
import { precompress } from './build/precompress.ts'
import { prerender } from './build/prerender.ts'
import { serviceWorker } from './build/service-worker.ts'

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const SERVER = `http://localhost:${process.env['PORT'] ?? 3000}`

/**
 * With the shortest hash that Rolldown accepts, because the first screen names sixty files and hashes do not compress.
 * For the same reason without capitals (see `hashCharacters`), which cost 80 bytes.
 */
const HASHED_NAME = 'assets/[name]-[hash:7].js'

/**
 * Chromium then compiles all functions of a file while it arrives, beside the page's thread. Most of React runs for the
 * first screen, and each function would hold up that thread at its first call (decision 0067).
 */
const COMPILED_AHEAD = '//# allFunctionsCalledOnLoad'

/**
 * What every first screen loads. The React Compiler would nearly double these components, which render a few times a
 * visit and give no effect a dependency that changes with each render (decision 0013).
 */
const NOT_MEMOIZED =
  /[\\/]web[\\/]src[\\/](?:(?:app|navigation|recovery)[\\/]|sync-status[\\/](?:sync-live-region|sync-pill|sync-status|use-sync-status-text)\.tsx?$|updates[\\/]new-version-pill|identity[\\/]use-(?:prefetch-avatar|session)|frame[\\/](?:feedback[\\/]lazy-feedback|report-page-view|status-pills|use-shortcuts-key|navigation-bar|signed-in-frame|storage-notice|test-payments-mark)|screens[\\/](?:sign-in|confirm|legal|not-found)[\\/]|screens[\\/]practice[\\/](?:desk[\\/]list-with-part-details|overview[\\/]routine-start-controls)\.tsx$|kit[\\/](?:(?:fields|library-states|toast)[\\/])?(?:empty-state|library-unavailable|pill|sentence-with-emphasis|brand|button|cover|dialog|email-field|field|icon|icon-button|lazy-component|page|show-toast|spinner|use-screen-title-and-focus|visually-hidden)\.tsx?$)/

export default defineConfig({
  root: place('.'),
  define: defineLanguages(),
  plugins: [
    layerOrder(),
    react({ compiler: true, exclude: [/[\\/]node_modules[\\/]/, NOT_MEMOIZED] }),
    fontPreload('nunito-latin-wght-normal'),
    manifests(),
    serviceWorker({
      worker: place('src/service-worker/worker.ts'),
      publicFolder: place('public'),
      locales: LOCALES,
    }),
    prerender({
      renderer: 'src/prerender/render-pages.tsx',
      script: place('src/prerender/keep-input.ts'),
    }),
    precompress(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // No data: URLs, so that the Content-Security-Policy can stay at 'self'.
    assetsInlineLimit: 0,
    // Every browser with modules preloads them natively, and the polyfill would be an inline script.
    modulePreload: {
      polyfill: false,
      // What the entry imports is there before any lazy part, and each name in such a list costs the first screen bytes.
      // The page itself names them, or they would be asked for one round trip later.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html'
          ? files
          : files.filter(file => !/\/(?:rolldown-runtime|libraries|frame)-[^/]+$/.test(file)),
    },
    rolldownOptions: {
      output: {
        postBanner: chunk => (chunk.name === 'libraries' ? COMPILED_AHEAD : ''),
        entryFileNames: HASHED_NAME,
        chunkFileNames: HASHED_NAME,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        hashCharacters: 'base36',
        codeSplitting: {
          // What every screen needs goes into two files: the libraries, which rarely change between releases, and our
          // own frame. By default they would fall into a dozen files that compress worse. The other groups hold what
          // every signed-in screen needs.
          groups: [
            {
              name: 'libraries',
              test: /node_modules[\\/](react|react-dom|scheduler|i18next.*|react-i18next)[\\/]/,
            },
            {
              // Small parts of SignedInFrame that lazy code imports, too, and that would otherwise each become a file.
              name: 'frame',
              test: /web[\\/]src[\\/](?:navigation[\\/][\w-]+|api[\\/](?:call|send-request|session-calls)|store[\\/](?:device-library|last-user)|analytics[\\/]analytics|concurrency[\\/](?:observable|waiting)|kit[\\/](?:class-names|fields[\\/](?:field|email-field))|identity[\\/](?:user-identity|sign-in|sent-link|use-session|sign-in-state-after)|device[\\/]is-localhost|recovery[\\/]load-failure)\.tsx?$/,
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
      ['/api', '/locales', '/manifest.', '/dev', '/healthz', '/readyz'].map(path => [
        path,
        { target: SERVER },
      ]),
    ),
  },
})

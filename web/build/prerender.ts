import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build, type Plugin } from 'vite'
import { SCREEN_TEXT_NAMESPACES } from '../../core/protocol/screen-addresses.ts'
import { createLanguageDefines, listLanguages, readTextsByNamespace } from './languages.ts'
import { cascadeLayersPlugin } from './layer-order.ts'

/**
 * Writes the sign-in screen's HTML to `.vite/prerendered.json`; the server puts it into the page at `/` (rule HT93).
 * `renderer` is the path of the module that renders it, relative to Vite's root.
 */
export function prerenderSignInPlugin(renderer: string): Plugin {
  let root = ''
  let outDir = ''
  return {
    name: 'dacapo:prerender',
    apply: 'build',
    configResolved(config) {
      root = config.root
      outDir = resolve(config.root, config.build.outDir)
    },
    async writeBundle() {
      const folder = join(outDir, '.prerender')
      await bundleForNode(root, renderer, folder)
      const [localhost, anywhere] = await Promise.all(
        ['localhost', 'dacapo.example'].map(hostname => render(folder, hostname)),
      )
      await rm(folder, { recursive: true })
      await mkdir(join(outDir, '.vite'), { recursive: true })
      await writeFile(
        join(outDir, '.vite/prerendered.json'),
        `{"localhost":${localhost},"anywhere":${anywhere}}`,
      )
    },
  }
}

async function bundleForNode(root: string, renderer: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: createLanguageDefines(),
    plugins: [cascadeLayersPlugin()],
    ssr: { noExternal: true },
    build: {
      ssr: renderer,
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'renderer.js' } },
    },
  })
}

/** Renders in a process of its own, because browser code sets globals and timers that never end. */
async function render(folder: string, hostname: string): Promise<string> {
  const renderer = JSON.stringify(pathToFileURL(join(folder, 'renderer.js')).href)
  const texts = Object.fromEntries(listLanguages().map(language => [language, signInTexts(language)]))
  const script = `const { renderSignInPages } = await import(${renderer})
    const rendered = JSON.stringify(await renderSignInPages(${JSON.stringify(texts)}, '${hostname}'))
    process.stdout.write(rendered, () => process.exit(0))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  return stdout
}

function signInTexts(language: string) {
  const all = readTextsByNamespace(language)
  return Object.fromEntries(['common', ...SCREEN_TEXT_NAMESPACES['/']].map(file => [file, all[file]]))
}

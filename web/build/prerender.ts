import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build, type Plugin } from 'vite'
import { bundleClassicScript } from './classic-script.ts'
import { defineLanguages, readLanguages, readTexts } from './languages.ts'
import { layerOrder } from './layer-order.ts'

type Places = {
  /** Path of the module that exports `renderPages`, relative to Vite's root. */
  renderer: string
  /** Path of the module that runs as a script in a prerendered page before the app. */
  script: string
}

/**
 * Returns a Vite plugin that renders the first screens to HTML and writes them to `.vite/prerendered.json`, in one
 * version for localhost and one for any other host. The server puts this HTML into the page (rule HT93).
 */
export function prerender({ renderer, script }: Places): Plugin {
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
      await writeFile(join(folder, 'texts.json'), JSON.stringify(allTexts()))
      const [local, anywhere] = await Promise.all(
        ['http://localhost', 'https://dacapo.example'].map(origin => render(folder, origin)),
      )
      await rm(folder, { recursive: true })
      await mkdir(join(outDir, '.vite'), { recursive: true })
      await writeFile(
        join(outDir, '.vite/prerendered.json'),
        `{"script":${JSON.stringify(await bundleClassicScript(script))},"localhost":${local},"anywhere":${anywhere}}`,
      )
    },
  }
}

/** Builds the same components with the same class names for Node, with all packages inside. */
async function bundleForNode(root: string, renderer: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: defineLanguages(),
    plugins: [layerOrder()],
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

/** Runs in a process of its own, because browser code sets globals and timers that never end. */
async function render(folder: string, origin: string): Promise<string> {
  const at = (file: string) => JSON.stringify(pathToFileURL(join(folder, file)).href)
  const script = `const { renderPages } = await import(${at('renderer.js')})
    const { default: texts } = await import(${at('texts.json')}, { with: { type: 'json' } })
    const rendered = JSON.stringify(await renderPages(texts, ${JSON.stringify(origin)}))
    process.stdout.write(rendered, () => process.exit(0))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    maxBuffer: 16 * 2 ** 20,
  })
  return stdout
}

/** Returns all texts by language and namespace. */
const allTexts = () => Object.fromEntries(readLanguages().map(language => [language, readTexts(language)]))

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

type BuiltFile = { path: string; integrity?: string }

type Places = { worker: string; publicFolder: string; locales: string }

/**
 * Writes /service-worker.js with a list of all files that the app needs offline. Any change in the build changes this
 * list, by which browsers detect a new service worker.
 */
export function serviceWorkerPlugin({ worker, publicFolder, locales }: Places): Plugin {
  return {
    name: 'dacapo:service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = [
          ...Object.values(bundle).filter(isNeeded).map(builtFile),
          ...hashedFiles(publicFolder, isNeededAsItIs),
          ...hashedFiles(locales, isNeededText, '/locales'),
        ].toSorted((one, other) => (one.path < other.path ? -1 : 1))
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: await codeOf(worker, files) })
      },
    },
  }
}

// Vite's own manifest is only for the server.
const isNeeded = ({ fileName }: Rolldown.OutputAsset | Rolldown.OutputChunk) => !fileName.startsWith('.')

// The sign-in popup works only online, and the app itself never shows the screenshots nor what search engines read.
const isNeededAsItIs = (path: string) => !/^\/(auth\/|screenshots\/|robots\.txt|favicon\.ico)/.test(path)

// Mails and the page's head are the server's. What lies beside the folders of the languages is not served.
const isNeededText = (path: string) => /^\/locales\/[a-z]+\/(?!mail|page)[a-z-]+\.json$/.test(path)

function builtFile(file: Rolldown.OutputAsset | Rolldown.OutputChunk): BuiltFile {
  const path = `/${file.fileName}`
  if (path.startsWith('/assets/')) return { path }
  return { path, integrity: integrityOf(file.type === 'chunk' ? file.code : file.source) }
}

function hashedFiles(folder: string, isWanted: (path: string) => boolean, below = ''): BuiltFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .map(file => ({ file, path: `${below}/${relative(folder, file).split(sep).join('/')}` }))
    .filter(({ path }) => isWanted(path))
    .map(({ file, path }) => ({ path, integrity: integrityOf(readFileSync(file)) }))
}

const integrityOf = (content: string | Uint8Array) =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`

/** Builds a classic script, because not every browser supports module workers. */
async function codeOf(worker: string, files: readonly BuiltFile[]): Promise<string> {
  const list = JSON.stringify(files)
  const name = createHash('sha256').update(list).digest('base64url').slice(0, 12)
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { FILES: list, BUILD: JSON.stringify(name) },
    build: { write: false, rolldownOptions: { input: worker, output: { format: 'iife' } } },
  })
  const [output] = Array.isArray(result) ? result : [result]
  const [chunk] = output !== undefined && 'output' in output ? output.output : []
  if (chunk === undefined) throw new Error(`${worker} could not be built`)
  return chunk.code
}

import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = new Set(['.js', '.css', '.html', '.svg', '.json', '.txt', '.webmanifest'])
// Bytes. Below this size the headers cost more than compression saves.
const WORTH_IT = 600

export function precompressPlugin(): Plugin {
  let outDir = ''
  return {
    name: 'dacapo:precompress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    // Runs last, because the files of public/ are copied before it.
    closeBundle: { order: 'post', sequential: true, handler: () => compressAll(outDir) },
  }
}

async function compressAll(folder: string): Promise<void> {
  // A failed build has written nothing, and its own error message must stay visible.
  if (!existsSync(folder)) return
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile() && TEXT.has(extname(entry.name)))
  await Promise.all(files.map(file => compressOne(join(file.parentPath, file.name))))
}

async function compressOne(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < WORTH_IT) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}

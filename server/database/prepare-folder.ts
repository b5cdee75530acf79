import { spawn } from 'node:child_process'
import { chmodSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'

const MAKER = join(import.meta.dirname, 'make-folder.ts')

/**
 * Creates the data beside its place and moves it there when it is whole: who stops the first start loses nothing
 * (rule DB10). A process of its own does it, because what it takes in memory would never be given back.
 */
export async function prepareFolder(directory: string): Promise<void> {
  // A name of its own: a maker whose server was killed may still be writing into the one before.
  const draft = `${directory}${DRAFT}-${process.pid}`
  removeDrafts(directory)
  const maker = spawn(process.execPath, [MAKER, draft], { stdio: ['pipe', 'ignore', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    maker.once('error', reject)
    maker.once('close', resolve)
  })
  const [code, complaint] = await Promise.all([ended, text(maker.stderr)])
  if (code !== 0) throw new Error(`it could not be prepared. ${complaint.trim()}`)
  // As PostgreSQL demands it of its data: nobody else on this machine reads it.
  chmodSync(draft, 0o700)
  renameSync(draft, directory)
}

const DRAFT = '.new'

function removeDrafts(directory: string): void {
  const parent = dirname(directory)
  for (const name of readdirSync(parent)) {
    if (name.startsWith(`${basename(directory)}${DRAFT}`))
      rmSync(join(parent, name), { recursive: true, force: true })
  }
}

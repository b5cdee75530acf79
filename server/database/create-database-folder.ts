import { spawn } from 'node:child_process'
import { chmodSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

// Beside this file, among the sources as in the bundle.
const PROCESS_FILE = fileURLToPath(
  new URL(`create-database-folder-process${extname(import.meta.url)}`, import.meta.url),
)

/**
 * Creates the files of the embedded database in a temporary folder and then renames the folder, so that an interrupted
 * first start leaves no incomplete database (rule DB10). Uses a separate process, because this process would never
 * free the memory that the creation takes. Throws if the creation fails.
 */
export async function createDatabaseFolder(directory: string): Promise<void> {
  // A random name, because a process left over from a killed server may still write into an older draft.
  const draft = `${directory}${DRAFT_SUFFIX}-${process.pid}`
  removeDrafts(directory)
  const maker = spawn(process.execPath, [PROCESS_FILE, draft], { stdio: ['pipe', 'ignore', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    maker.once('error', reject)
    maker.once('close', resolve)
  })
  const [code, complaint] = await Promise.all([ended, text(maker.stderr)])
  if (code !== 0) {
    removeDrafts(directory)
    throw new Error(`it could not be prepared (${complaint.trim() || `exit code ${code}`})`)
  }
  // PostgreSQL requires that only the owner can read its data.
  chmodSync(draft, 0o700)
  renameSync(draft, directory)
}

const DRAFT_SUFFIX = '.new'

function removeDrafts(directory: string): void {
  const parent = dirname(directory)
  for (const name of readdirSync(parent)) {
    if (name.startsWith(`${basename(directory)}${DRAFT_SUFFIX}`))
      rmSync(join(parent, name), { recursive: true, force: true })
  }
}

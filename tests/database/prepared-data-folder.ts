import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadDatabaseImage } from './memory-database-image.ts'

/**
 * Creates an empty, migrated database in a data folder, as after a server's shutdown. A server then starts in a second
 * instead of creating the database itself.
 */
export const prepareDataFolder = (folder: string): Promise<void> => writeDatabase(join(folder, 'database'))

export async function writeDatabase(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const [path, content] of await loadDatabaseImage()) {
    if (content === null) mkdirSync(folder + path, { mode: 0o700 })
    else writeFileSync(folder + path, content, { mode: 0o600 })
  }
}

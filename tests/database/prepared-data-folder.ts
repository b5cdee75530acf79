import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseImage } from './memory-database-image.ts'

/**
 * Puts an empty, migrated database into a data folder, as a server leaves it that has been stopped. A server that is
 * given the folder is ready in a second; in an empty one it would create the database first, which takes several.
 */
export const prepareDataFolder = (folder: string): Promise<void> => writeDatabase(join(folder, 'database'))

/** Writes the files of an empty, migrated database into a new folder. */
export async function writeDatabase(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const [path, content] of await databaseImage()) {
    if (content === null) mkdirSync(folder + path, { mode: 0o700 })
    else writeFileSync(folder + path, content, { mode: 0o600 })
  }
}

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const FILE = resolve(import.meta.dirname, '../.env')

/** Reads the settings in .env at the root of the checkout, where there is one; what is set already stands. */
export function loadEnvironmentFile(): void {
  if (existsSync(FILE)) process.loadEnvFile(FILE)
}

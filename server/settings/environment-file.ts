import { accessSync, constants, existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { CONFIGURATION_EXIT_CODE } from './configuration.ts'

/** Path of the .env file with the operator's settings. */
const ENVIRONMENT_FILE = resolve(import.meta.dirname, '../../.env')

/**
 * Loads environment variables from the .env file of the project, if it exists. Does not replace variables that are
 * already set. Ends the process with a message if the file may not be read.
 */
export function loadEnvironmentFile(): void {
  if (!existsSync(ENVIRONMENT_FILE)) return
  try {
    accessSync(ENVIRONMENT_FILE, constants.R_OK)
  } catch {
    process.stderr.write(
      `The settings in ${ENVIRONMENT_FILE} cannot be read by this user. Start Dacapo as the user who owns that file, or` +
        ' give it to this one with chown.\n',
    )
    process.exit(CONFIGURATION_EXIT_CODE)
  }
  process.loadEnvFile(ENVIRONMENT_FILE)
}

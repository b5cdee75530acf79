import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const file = join(import.meta.dirname, '../../package.json')

/** The version of Dacapo, read from package.json, such as '1.2.3'. */
export const PRODUCT_VERSION: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(file, 'utf8'))).version

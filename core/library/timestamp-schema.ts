import * as z from 'zod/mini'
import { LAST_TIMESTAMP } from './day.ts'

/** Schema of a Timestamp. In a file of its own so that day.ts does not import a parser. */
export const timestampSchema = z.int().check(z.gte(0), z.lte(LAST_TIMESTAMP))

import * as z from 'zod/mini'
import { LAST_TIMESTAMP } from './day.ts'

/**
 * Schema of a Timestamp: whole milliseconds from 1970 to the end of the year 9999. It has its own file, so that
 * importing day.ts does not load the schema library.
 */
export const timestampSchema = z.int().check(z.gte(0), z.lte(LAST_TIMESTAMP))

import * as z from 'zod/mini'
import { LAST_TIMESTAMP } from './day.ts'

/** A Timestamp as it comes from outside. Apart, because day.ts needs no parser. */
export const timestampSchema = z.int().check(z.gte(0), z.lte(LAST_TIMESTAMP))

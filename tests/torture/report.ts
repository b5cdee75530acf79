import type { RunDetails } from 'fast-check'
import { defaultReportMessage } from 'fast-check'

export const NOTHING_FOUND = 'nothing found'

/** What fast-check found and what was wrong with it, with the seed to find it again. */
export const reportOf = <Ts>(details: RunDetails<Ts>): string =>
  details.failed ? `${defaultReportMessage(details) ?? ''}\n${String(details.errorInstance)}` : NOTHING_FOUND

import type { RunDetails } from 'fast-check'
import { defaultReportMessage } from 'fast-check'

/** The report of a run without faults. */
export const NOTHING_FOUND = 'nothing found'

/** Formats the result of fast-check: the fault it found and the seed to reproduce it. */
export const formatReport = <Ts>(details: RunDetails<Ts>): string =>
  details.failed ? `${defaultReportMessage(details) ?? ''}\n${String(details.errorInstance)}` : NOTHING_FOUND

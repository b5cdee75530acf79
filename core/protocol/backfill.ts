/** Practice entries with revisions after `since`, up to and including `until`. */
export type HistoryGap = { readonly since: number; readonly until: number }

/** What a device lacks up to the revision that it has, because a first sync brings the history last (rule SY9). */
export type Backfill = {
  /** Whether pieces and parts are still missing. */
  readonly library: boolean
  /** The practice entries that are missing, or null. */
  readonly history: HistoryGap | null
}

/** The state of a device that has asked for nothing of its first synchronization yet. */
export const NO_BACKFILL: Backfill = { library: false, history: null }
/** The backfill of a device that has nothing. */
export const FIRST_BACKFILL: Backfill = { library: true, history: null }

/** Request header of a round with what the device lacks. A header, because an older server ignores it. */
export const BACKFILL_HEADER = 'x-dacapo-backfill'

/** Formats a backfill as the value of the header. */
export function formatBackfill({ library, history }: Backfill): string {
  const gap = history === null ? [] : [`${history.since}-${history.until}`]
  return [...(library ? ['library'] : []), ...gap].join(',') || 'none'
}

const VALUE = /^(?:none|(library)?(?:(?:^|,)(\d{1,15})-(\d{1,15}))?)$/

/** Parses the header; null if it is absent, as from an older client, or invalid. */
export function parseBackfill(value: string | null | undefined): Backfill | null {
  const match = value ? VALUE.exec(value) : null
  if (match === null) return null
  const [, library, since, until] = match
  const history = since === undefined ? null : { since: Number(since), until: Number(until) }
  return { library: library !== undefined, history }
}

type Reached = { readonly backfill: Backfill; readonly cursor: number }

/**
 * Returns what is missing after a response, given what this device had when the response arrived, which may be more
 * than when it asked. Overestimates a gap rather than leaving one (rule SN22).
 */
export function mergeBackfills(one: Reached, other: Reached): Backfill {
  // Each side has all history up to where its gap begins.
  const since = Math.max(gapOf(one).since, gapOf(other).since)
  const until = Math.max(gapOf(one).until, gapOf(other).until)
  return {
    library: one.backfill.library && other.backfill.library,
    history: since < until ? { since, until } : null,
  }
}

const gapOf = ({ backfill, cursor }: Reached): HistoryGap =>
  backfill.history ?? { since: cursor, until: cursor }

/**
 * The range of practice entries that a device lacks: those with revisions above `since`, up to and including `until`.
 */
export type HistoryGap = { readonly since: number; readonly until: number }

/**
 * The older rows that a device still lacks. A first sync loads the practice history last, so a device can be up to date
 * without having it (rule SY9).
 */
export type Backfill = {
  /** Whether pieces and parts are still missing. */
  readonly library: boolean
  /** The practice entries that are missing, or null. */
  readonly history: HistoryGap | null
}

/** The backfill of a device that already has all older rows. */
export const NO_BACKFILL: Backfill = { library: false, history: null }
/** The backfill of a device that has no data yet, and needs all older rows. */
export const FULL_BACKFILL: Backfill = { library: true, history: null }

/**
 * Request header that says which older rows a device still lacks. It is a header, because older servers refuse unknown
 * fields in the body.
 */
export const BACKFILL_HEADER = 'x-dacapo-backfill'

/** Formats the older rows that a device lacks as the value of BACKFILL_HEADER. */
export function formatBackfill({ library, history }: Backfill): string {
  const gap = history === null ? [] : [`${history.since}-${history.until}`]
  return [...(library ? ['library'] : []), ...gap].join(',') || 'none'
}

const VALUE = /^(?:none|(library)?(?:(?:^|,)(\d{1,15})-(\d{1,15}))?)$/

/**
 * Parses the value of BACKFILL_HEADER, the older rows that a device lacks. Returns null if it is invalid, or missing
 * because the app on the device is older.
 */
export function parseBackfill(value: string | null | undefined): Backfill | null {
  const match = value ? VALUE.exec(value) : null
  if (match === null) return null
  const [, library, since, until] = match
  const history = since === undefined ? null : { since: Number(since), until: Number(until) }
  return { library: library !== undefined, history }
}

type Reached = { readonly backfill: Backfill; readonly cursor: number }

/**
 * Combines the backfill (the older rows that a device still lacks) of a sync response with the device's own, which may
 * have progressed during the request. The resulting gap may be too large but never too small, so that no row is left
 * out (rule SN22).
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

/** Practice entries that a device lacks: those with revisions after `since`, up to and including `until`. */
export type HistoryGap = { readonly since: number; readonly until: number }

/**
 * The rows that a device still lacks below its own revision. A first sync brings the practice history last (rule SY9).
 */
export type Backfill = {
  /** Whether pieces and parts are still missing. */
  readonly library: boolean
  /** The practice entries that are missing, or null. */
  readonly history: HistoryGap | null
}

/** The backfill of a device that lacks nothing. */
export const NO_BACKFILL: Backfill = { library: false, history: null }
/** The backfill of a device that has no data yet. */
export const FIRST_BACKFILL: Backfill = { library: true, history: null }

/** Request header with the device's backfill. It is not part of the body because an older server would refuse that. */
export const BACKFILL_HEADER = 'x-dacapo-backfill'

/** Formats a backfill as a header value. */
export function formatBackfill({ library, history }: Backfill): string {
  const gap = history === null ? [] : [`${history.since}-${history.until}`]
  return [...(library ? ['library'] : []), ...gap].join(',') || 'none'
}

const VALUE = /^(?:none|(library)?(?:(?:^|,)(\d{1,15})-(\d{1,15}))?)$/

/** Parses a header value. Returns null if it is missing, as from an older client, or invalid. */
export function parseBackfill(value: string | null | undefined): Backfill | null {
  const match = value ? VALUE.exec(value) : null
  if (match === null) return null
  const [, library, since, until] = match
  const history = since === undefined ? null : { since: Number(since), until: Number(until) }
  return { library: library !== undefined, history }
}

type Reached = { readonly backfill: Backfill; readonly cursor: number }

/**
 * Combines the backfill of a response with that of the device when the response arrived, which may have progressed
 * since its request. Returns a gap that may be too large but never too small (rule SN22).
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

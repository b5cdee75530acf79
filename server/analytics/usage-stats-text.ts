import { EVENT_NAMES } from '#core/protocol/usage-event.ts'
import { STATS_DAYS, ACTIVATION_FUNNEL } from './usage-stats.ts'
import type { UsageStats } from './usage-stats.ts'

const DAY_MILLISECONDS = 86_400_000

/**
 * Formats the usage statistics as two aligned text tables for a terminal: the number of events per day, and the number
 * of new users that reached each step of the sign-up funnel (rule AN12).
 */
export function formatUsageStats({ days, funnel }: UsageStats): string {
  const counts = (of: ReadonlyMap<string, number>) => EVENT_NAMES.map(name => of.get(name) ?? 0)
  const rows = days.map(({ day, counts: of }) => [formatDate(day), ...counts(of).map(String)])
  const totals = EVENT_NAMES.map((_, column) =>
    days.reduce((sum, { counts: of }) => sum + (counts(of)[column] ?? 0), 0),
  )
  const perDay = alignColumns([['day', ...EVENT_NAMES], ...rows, ['total', ...totals.map(String)]])
  const steps = ACTIVATION_FUNNEL.map((name, step) => [
    name,
    String(funnel[step] ?? 0),
    formatShare(funnel, step),
  ])
  return [
    `Events in the last ${STATS_DAYS} days (UTC)`,
    '',
    ...perDay,
    '',
    'Of those who signed up in these days',
    '',
    ...alignColumns([['step', 'users', 'of the step before'], ...steps]),
  ].join('\n')
}

const formatDate = (day: number) => new Date(day * DAY_MILLISECONDS).toISOString().slice(0, 10)

/** Returns the share of a step in percent of the one before; empty if nobody reached that one. */
function formatShare(funnel: readonly number[], step: number): string {
  const before = funnel[step - 1] ?? 0
  return before === 0 ? '' : `${Math.round(((funnel[step] ?? 0) / before) * 100)} %`
}

/** Aligns the first column to the left and all others, which are numbers, to the right. */
function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  return rows.map(row =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}

import { EVENT_NAMES } from '#core/usage-event.ts'
import { DAYS_SHOWN, FUNNEL } from './figures.ts'
import type { Figures } from './figures.ts'

const DAY_MILLISECONDS = 86_400_000

/** The figures as a person reads them at a terminal: two tables, aligned (rule AN12). */
export function textOf({ days, funnel }: Figures): string {
  const counts = (of: ReadonlyMap<string, number>) => EVENT_NAMES.map(name => of.get(name) ?? 0)
  const rows = days.map(({ day, counts: of }) => [dateOf(day), ...counts(of).map(String)])
  const totals = EVENT_NAMES.map((_, column) =>
    days.reduce((sum, { counts: of }) => sum + (counts(of)[column] ?? 0), 0),
  )
  const perDay = aligned([['day', ...EVENT_NAMES], ...rows, ['total', ...totals.map(String)]])
  const steps = FUNNEL.map((name, step) => [name, String(funnel[step] ?? 0), shareOf(funnel, step)])
  return [
    `Events in the last ${DAYS_SHOWN} days (UTC)`,
    '',
    ...perDay,
    '',
    'Of those who signed up in these days',
    '',
    ...aligned([['step', 'users', 'of the step before'], ...steps]),
  ].join('\n')
}

const dateOf = (day: number) => new Date(day * DAY_MILLISECONDS).toISOString().slice(0, 10)

/** In percent; nothing where there was nobody who could have gone on. */
function shareOf(funnel: readonly number[], step: number): string {
  const before = funnel[step - 1] ?? 0
  return before === 0 ? '' : `${Math.round(((funnel[step] ?? 0) / before) * 100)} %`
}

/** The first column to the left, all others, which are numbers, to the right. */
function aligned(rows: readonly (readonly string[])[]): string[] {
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

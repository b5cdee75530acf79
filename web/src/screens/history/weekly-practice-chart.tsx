import { useTranslation } from 'react-i18next'
import { weekEndFrom, toMinutesAtLeastOne, type PracticeWeek } from '#core/history/practice-weeks.ts'
import type { Day } from '#core/library/day.ts'
import { utcDateOfDay } from '#web/kit/day-as-date-param.ts'
import { useHistoryFormatters } from './use-history-text.ts'
import styles from './practice-history.module.css'

const LINES = [0, 0.25, 0.5, 0.75, 1]
const BAR_WIDTH = 0.56

type Props = {
  weeks: readonly PracticeWeek[]
  chosen: PracticeWeek
  today: Day
  onChoose: (week: PracticeWeek) => void
}

export function WeeklyPracticeChart({ weeks, chosen, today, onChoose }: Props) {
  const { t } = useTranslation('history')
  const { amountText, weekText } = useHistoryFormatters(today)
  const index = weeks.indexOf(chosen)

  return (
    <div className={styles.chart}>
      <Bars weeks={weeks} chosen={index} today={today} />
      <input
        type="range"
        className={styles.choice}
        aria-label={t('week')}
        aria-valuetext={t('weekAndAmount', { week: weekText(chosen.begin), amount: amountText([chosen]) })}
        min={0}
        max={weeks.length - 1}
        value={index}
        onChange={event => {
          const week = weeks[event.target.valueAsNumber]
          if (week) onChoose(week)
        }}
      />
    </div>
  )
}

function Bars({ weeks, chosen, today }: Pick<Props, 'weeks' | 'today'> & { chosen: number }) {
  const { t } = useTranslation('history')
  const { monthText, minutesText } = useHistoryFormatters(today)
  const spoken = useSpokenChart(weeks, today)
  const minutes = weeks.map(({ seconds }) => (seconds === null ? 0 : toMinutesAtLeastOne(seconds)))
  const top = roundUpToChartMaxMinutes(Math.max(...minutes))
  const share = 100 / weeks.length
  const middleOf = (week: number) => `${(week + 0.5) * share}%`
  const months = monthsOf(weeks)

  return (
    <svg className={styles.bars} role="img" aria-label={spoken}>
      <rect className={styles.chosen} x={`${chosen * share}%`} width={`${share}%`} height="100%" />
      {weeks.some(({ seconds }) => seconds !== null) && (
        <text className={styles.top} x="0">
          {minutesText(top)}
        </text>
      )}
      {/* Stretched to its place by its style: one unit is a week, or a minute. */}
      <svg
        className={styles.plot}
        y="2em"
        width="100%"
        height="10em"
        viewBox={`0 0 ${weeks.length} ${top}`}
        preserveAspectRatio="none"
      >
        {LINES.map(line => (
          <line key={line} x1="0" x2={weeks.length} y1={line * top} y2={line * top} />
        ))}
        {minutes.map((height, week) => (
          <rect
            key={weeks[week]?.begin}
            className={week === chosen ? styles.chosenBar : undefined}
            x={week + (1 - BAR_WIDTH) / 2}
            y={top - height}
            width={BAR_WIDTH}
            height={height}
          />
        ))}
      </svg>
      {weeks.map(({ begin, days, seconds }, week) => (
        <g key={begin}>
          {days.length > 0 && seconds === null && (
            <ellipse className={styles.untimed} cx={middleOf(week)} cy="11em" rx="0.7em" ry="0.5em" />
          )}
          {days.length > 0 && (
            <text className={styles.days} x={middleOf(week)}>
              {t('number', { number: days.length })}
            </text>
          )}
          {months.has(week) && (
            <text className={styles.month} x={middleOf(week)}>
              {monthText(weekEndFrom(begin))}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

function useSpokenChart(weeks: readonly PracticeWeek[], today: Day): string {
  const { t } = useTranslation('history')
  const { amountText, weeksText, weekText } = useHistoryFormatters(today)
  const all = { weeks: weeksText(weeks), amount: amountText(weeks) }
  const [most] = weeks.toSorted((a, b) => (b.seconds ?? 0) - (a.seconds ?? 0))
  if (most === undefined || most.seconds === null) return t('chart.days', all)
  return t('chart.minutes', { ...all, week: weekText(most.begin), most: amountText([most]) })
}

function monthsOf(weeks: readonly PracticeWeek[]): ReadonlySet<number> {
  const monthOf = ({ begin }: PracticeWeek) => utcDateOfDay(weekEndFrom(begin)).getUTCMonth()
  const changes = weeks.flatMap((week, index) => {
    const before = weeks[index - 1]
    return before !== undefined && monthOf(before) === monthOf(week) ? [] : [index]
  })
  // The name of the first month would overlap the second if only one of its weeks is shown.
  return new Set(changes.filter((index, at) => index > 0 || (changes[at + 1] ?? Infinity) > 2))
}

const CHART_MAX_MINUTES = [20, 40, 60, 120, 180, 240, 360, 480, 600]
const HIGH_STEP = 240

export const roundUpToChartMaxMinutes = (minutes: number): number =>
  CHART_MAX_MINUTES.find(top => top >= minutes) ?? HIGH_STEP * Math.ceil(minutes / HIGH_STEP)

export function WeekChartTable({ weeks, today }: Pick<Props, 'weeks' | 'today'>) {
  const { t } = useTranslation('history')
  const { weekText, minutesText } = useHistoryFormatters(today)
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('table.week')}</th>
          <th scope="col">{t('table.time')}</th>
          <th scope="col">{t('table.days')}</th>
        </tr>
      </thead>
      <tbody>
        {weeks.toReversed().map(({ begin, days, seconds }) => (
          <tr key={begin}>
            <th scope="row">{weekText(begin)}</th>
            <td translate={seconds === null && days.length > 0 ? undefined : 'no'}>
              {seconds === null && days.length > 0
                ? t('table.notCounted')
                : minutesText(seconds === null ? 0 : toMinutesAtLeastOne(seconds))}
            </td>
            <td translate="no">{t('number', { number: days.length })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

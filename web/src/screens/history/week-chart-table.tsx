import { useTranslation } from 'react-i18next'
import { wholeMinutesFromSeconds, type PracticeWeek } from '#core/history/practice-weeks.ts'
import type { Day } from '#core/library/day.ts'
import { useHistoryText } from './use-history-text.ts'
import styles from './practice-history.module.css'

type Props = {
  /** Oldest first. */
  weeks: readonly PracticeWeek[]
  today: Day
}

/**
 * Renders the practice minutes and practice days of each week as a table, newest week first. It contains the same data
 * as the chart (rule HS1).
 */
export function WeekChartTable({ weeks, today }: Props) {
  const { t } = useTranslation('history')
  const { weekText } = useHistoryText(today)
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('table.week')}</th>
          <th scope="col">{t('table.minutes')}</th>
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
                : t('number', { number: seconds === null ? 0 : wholeMinutesFromSeconds(seconds) })}
            </td>
            <td translate="no">{t('number', { number: days.length })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

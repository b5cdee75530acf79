import { useState } from 'react'
import type { PracticeWeek } from '#core/history/practice-weeks.ts'
import type { Day } from '#core/library/day.ts'
import type { Library } from '#core/library/library.ts'
import type { Practice } from '#core/library/piece.ts'
import { Icon } from '#web/kit/icon.tsx'
import { DayEntries } from './day-entries.tsx'
import { useHistoryText } from './use-history-text.ts'
import styles from './practice-history.module.css'

type Props = {
  week: PracticeWeek
  /** Returns the entries of a day, newest first. */
  entriesOf: (day: Day) => readonly Practice[]
  library: Library
  today: Day
}

/**
 * Renders the practice days of a week, newest first. Each day expands to its practice entries. The newest day is
 * expanded initially (rule HS1).
 */
export function WeekDays({ week, entriesOf, library, today }: Props) {
  const { dayText, minutesText } = useHistoryText(today)
  const [open, setOpen] = useState(week.days[0]?.day ?? null)

  return (
    <ul className={styles.daysOfWeek}>
      {week.days.map(({ day, seconds }) => {
        const isOpen = day === open
        return (
          <li key={day}>
            <button
              type="button"
              className={styles.day}
              aria-expanded={isOpen}
              onClick={() => setOpen(isOpen ? null : day)}
            >
              <Icon name="next" />
              <span>{dayText(day)}</span>{' '}
              <span className={styles.time} translate="no">
                {minutesText(seconds)}
              </span>
            </button>
            {isOpen && <DayEntries entries={entriesOf(day)} library={library} />}
          </li>
        )
      })}
    </ul>
  )
}

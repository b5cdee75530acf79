import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wholeMinutesFromSeconds, type PracticeWeek } from '#core/history/practice-weeks.ts'
import type { Day } from '#core/library/day.ts'
import type { Library } from '#core/library/library.ts'
import type { Practice } from '#core/library/piece.ts'
import { Icon } from '#web/kit/icon.tsx'
import { Button } from '#web/kit/button.tsx'
import { Link } from '#web/navigation/link.tsx'
import { useHistoryText } from './use-history-text.ts'
import styles from './practice-history.module.css'

type Props = {
  week: PracticeWeek
  /** Returns the entries of a day, newest first. */
  entriesOf: (day: Day) => readonly Practice[]
  library: Library
  today: Day
}

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

/** So many entries of a day are shown at first: an import may have brought thousands. */
const SHOWN_AT_FIRST = 50

type EntriesProps = {
  /** Newest first. */
  entries: readonly Practice[]
  library: Library
}

function DayEntries({ entries, library }: EntriesProps) {
  const { t } = useTranslation('history')
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? entries : entries.slice(0, SHOWN_AT_FIRST)

  return (
    <>
      <ul className={styles.entries}>
        {shown.map(entry => (
          <Entry key={entry.id} entry={entry} library={library} />
        ))}
      </ul>
      {shown.length < entries.length && (
        <Button variant="bare" onClick={() => setWhole(true)}>
          {t('all', { count: entries.length })}
        </Button>
      )}
    </>
  )
}

function Entry({ entry, library }: { entry: Practice; library: Library }) {
  const { t } = useTranslation('history')
  const piece = library.pieces.get(entry.pieceId)
  const part = library.parts.get(entry.partId)?.name ?? null

  return (
    <li className={styles.entry}>
      <span className={styles.names} translate="no">
        {piece?.deletedAt === null ? (
          <Link className={styles.piece} to={`/pieces/${piece.id}`}>
            {piece.name}
          </Link>
        ) : (
          <>
            <span className={styles.piece}>{piece?.name ?? t('unknownPiece')}</span>{' '}
            {piece && <small translate="yes">{t('deleted')}</small>}
          </>
        )}{' '}
        {part !== null && <span className={styles.part}>{t('part', { part })}</span>}
      </span>{' '}
      <span className={styles.numbers} translate="no">
        <b>{t('tempo', { bpm: entry.tempo })}</b>{' '}
        {entry.seconds !== null && (
          <small>{t('minutes', { minutes: wholeMinutesFromSeconds(entry.seconds) })}</small>
        )}
      </span>
    </li>
  )
}

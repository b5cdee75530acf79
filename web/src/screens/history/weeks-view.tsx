import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { compareEntriesByTime, dayOfEntry } from '#core/history/part-history.ts'
import {
  addWeeks,
  roundToMinutesKeepingSum,
  type PracticeWeek,
  toMinutesAtLeastOne,
  withRunThroughsAsOne,
} from '#core/history/practice-weeks.ts'
import type { Day } from '#core/library/day.ts'
import type { Library } from '#core/library/library.ts'
import type { PracticeEntry } from '#core/library/piece.ts'
import { localDay } from '#web/device/calendar.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { VisuallyHidden } from '#web/kit/visually-hidden.tsx'
import { useHistoryFormatters } from './use-history-text.ts'
import { WeeklyPracticeChart, WeekChartTable } from './weekly-practice-chart.tsx'
import target from '#web/kit/whole-target.module.css'
import styles from './practice-history.module.css'
import { Icon } from '#web/kit/icon.tsx'
import { Link } from '#web/navigation/link.tsx'

type Props = {
  weeks: readonly PracticeWeek[]
  week: PracticeWeek
  today: Day
  library: Library
  entries: readonly PracticeEntry[]
  hasEarlier: boolean
  hasLater: boolean
  onShift: (direction: -1 | 1) => void
  /** `begin` is the first day of one of `weeks`, or of the week directly before or after them. */
  onChoose: (begin: Day) => void
}

export function PracticeWeeksView(props: Props) {
  const { weeks, week, today, library, entries, hasEarlier, hasLater, onShift, onChoose } = props
  const { t } = useTranslation('history')
  const { amountText, weeksText, weekText } = useHistoryFormatters(today)
  const [isTable, setTable] = useState(false)
  // The slider itself announces the week that it chooses, which must not be announced twice.
  const [isStepping, setStepping] = useState(false)
  const isFirst = week === weeks[0] && !hasEarlier
  const isLast = week === weeks.at(-1) && !hasLater
  const weekAndAmount = t('weekAndAmount', { week: weekText(week.begin), amount: amountText([week]) })

  const step = (by: -1 | 1) => () => {
    setStepping(true)
    onChoose(addWeeks(week.begin, by))
  }
  const entriesOf = (day: Day) =>
    entries
      .filter(entry => entry.retractedAt === null && dayOfEntry(entry, localDay) === day)
      .toSorted((a, b) => compareEntriesByTime(b, a))

  return (
    <>
      <p className={styles.amount} role="status">
        {amountText(weeks)} <span>{weeksText(weeks)}</span>
      </p>
      {isTable ? (
        <WeekChartTable weeks={weeks} today={today} />
      ) : (
        <figure className={styles.figure}>
          <WeeklyPracticeChart
            weeks={weeks}
            chosen={week}
            today={today}
            onChoose={({ begin }) => {
              setStepping(false)
              onChoose(begin)
            }}
          />
          <figcaption>
            {t('legend.bars')} {weeks.some(isUntimed) && t('legend.untimed')}
          </figcaption>
        </figure>
      )}
      <div className={styles.ways}>
        <Button
          icon="back"
          variant="line"
          aria-disabled={!hasEarlier}
          onClick={() => hasEarlier && onShift(-1)}
        >
          {t('earlier')}
        </Button>
        {hasLater && (
          <Button iconAfter="next" variant="line" onClick={() => onShift(1)}>
            {t('later')}
          </Button>
        )}
        <Button variant="bare" onClick={() => setTable(!isTable)}>
          {t(isTable ? 'asChart' : 'asTable')}
        </Button>
      </div>
      <section className={styles.week} aria-labelledby="week">
        <div className={styles.head}>
          <IconButton
            icon="back"
            label={t('previousWeek')}
            aria-disabled={isFirst}
            onClick={isFirst ? undefined : step(-1)}
          />
          <div className={styles.title}>
            <h2 id="week">{weekText(week.begin)}</h2>
            <p>{amountText([week])}</p>
          </div>
          <IconButton
            icon="next"
            label={t('nextWeek')}
            aria-disabled={isLast}
            onClick={isLast ? undefined : step(1)}
          />
        </div>
        <VisuallyHidden>
          <span role="status">{isStepping ? weekAndAmount : ''}</span>
        </VisuallyHidden>
        <WeekDays key={week.begin} week={week} entriesOf={entriesOf} library={library} today={today} />
      </section>
    </>
  )
}

const isUntimed = ({ days, seconds }: PracticeWeek) => days.length > 0 && seconds === null

type WeekDaysProps = {
  week: PracticeWeek
  entriesOf: (day: Day) => readonly PracticeEntry[]
  library: Library
  today: Day
}

function WeekDays({ week, entriesOf, library, today }: WeekDaysProps) {
  const { dayText, minutesText } = useHistoryFormatters(today)
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
              <Icon name="next" small />
              <span>{dayText(day)}</span>{' '}
              <span className={styles.time} translate="no">
                {seconds !== null && minutesText(toMinutesAtLeastOne(seconds))}
              </span>
            </button>
            {isOpen && <DayEntries entries={entriesOf(day)} library={library} today={today} />}
          </li>
        )
      })}
    </ul>
  )
}

/** Limits the entries of a day that are shown at first, because an import may have added thousands. */
const SHOWN_AT_FIRST = 50

type DayEntriesProps = { entries: readonly PracticeEntry[]; library: Library; today: Day }

function DayEntries({ entries, library, today }: DayEntriesProps) {
  const { t } = useTranslation('history')
  const { minutesText } = useHistoryFormatters(today)
  const [isWhole, setWhole] = useState(false)
  const lines = withRunThroughsAsOne(entries)
  const minutes = roundToMinutesKeepingSum(lines)
  const shown = isWhole ? lines : lines.slice(0, SHOWN_AT_FIRST)

  function timeOf(line: number): string {
    const whole = minutes[line] ?? null
    if (whole === null) return ''
    return whole === 0 ? t('underOneMinute') : minutesText(whole)
  }

  return (
    <>
      <ul className={styles.entries}>
        {shown.map((entry, line) => (
          <Entry key={entry.id} entry={entry} time={timeOf(line)} library={library} />
        ))}
      </ul>
      {shown.length < lines.length && (
        <Button variant="bare" onClick={() => setWhole(true)}>
          {t('all', { count: lines.length })}
        </Button>
      )}
    </>
  )
}

function Entry({ entry, time, library }: { entry: PracticeEntry; time: string; library: Library }) {
  const { t } = useTranslation('history')
  const piece = library.pieces.get(entry.pieceId)
  const isRunThrough = entry.runThroughId !== null
  const part = isRunThrough ? null : (library.parts.get(entry.partId)?.name ?? null)

  return (
    <li className={styles.entry}>
      <span className={styles.names} translate="no">
        {piece?.deletedAt === null ? (
          <Link className={classNames(target.whole, styles.piece)} to={`/pieces/${piece.id}`}>
            {piece.name}
          </Link>
        ) : (
          <>
            <span className={styles.piece}>{piece?.name ?? t('unknownPiece')}</span>{' '}
            {piece && <small translate="yes">{t('deleted')}</small>}
          </>
        )}{' '}
        {part !== null && <span className={styles.part}>{t('part', { part })}</span>}
        {isRunThrough && <span translate="yes">{t('runThrough')}</span>}
      </span>{' '}
      <span className={styles.numbers} translate="no">
        {!isRunThrough && <b>{t('tempo', { bpm: entry.tempo })}</b>} {time !== '' && <small>{time}</small>}
      </span>
    </li>
  )
}

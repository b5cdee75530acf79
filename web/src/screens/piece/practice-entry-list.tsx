import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Part, Practice, PracticeEntryId } from '#core/library/piece.ts'
import { Button } from '#web/kit/button.tsx'
import { LoadingIndicator } from '#web/kit/spinner.tsx'
import { useNewestEntriesOfPart } from './use-newest-entries-of-part.ts'
import { useRetractEntry } from './use-retract-entry.ts'
import styles from './piece.module.css'

/** So many entries are listed at first, and so many more at a time. */
const PAGE = 20

/** The row to focus next (or the last row), and the entry that must have disappeared before; null for none. */
type NextFocus = { readonly index: number; readonly after: PracticeEntryId | null }

type Props = { part: Part; name: string }

/**
 * Renders the newest practice entries of a part, each with an Undo button, and a button that shows earlier entries
 * (rules PH1, HI5).
 */
export function PracticeEntryList({ part, name }: Props) {
  const { t } = useTranslation('piece')
  const [count, setCount] = useState(PAGE)
  const newest = useNewestEntriesOfPart(part.id, count)
  const takeBack = useRetractEntry(name)
  const list = useRef<HTMLUListElement>(null)
  const next = useRef<NextFocus | null>(null)
  const entries = newest.kind === 'read' ? newest.entries : null

  // The rows change some time after the press, when they have been read.
  useEffect(() => {
    if (entries === null || next.current === null) return
    const { index, after } = next.current
    if (entries.some(({ id }) => id === after) || (after === null && index >= entries.length)) return
    next.current = null
    const buttons = list.current?.querySelectorAll('button') ?? []
    buttons[Math.min(index, buttons.length - 1)]?.focus({ preventScroll: true })
  }, [entries])

  if (newest.kind === 'reading') return <LoadingIndicator label={t('reading')} />
  if (newest.kind === 'failed') return <p>{t('unreadable')}</p>

  async function take({ id }: Practice, index: number, taken: Promise<boolean>) {
    next.current = { index, after: id }
    if (!(await taken)) next.current = null
  }

  function showEarlier(shown: number) {
    next.current = { index: shown, after: null }
    setCount(count + PAGE)
  }

  return (
    <>
      <ul ref={list} className={styles.entries}>
        {newest.entries.map((entry, index) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            onTakeBack={() => void take(entry, index, takeBack(entry, part))}
          />
        ))}
      </ul>
      {newest.hasMore && (
        <Button variant="line" onClick={() => showEarlier(newest.entries.length)}>
          {t('entries.earlier')}
        </Button>
      )}
    </>
  )
}

type RowProps = { entry: Practice; onTakeBack: () => void }

function EntryRow({ entry, onTakeBack }: RowProps) {
  const { t } = useTranslation('piece')
  const { tempo: bpm, at, runThroughId } = entry
  const time = t('entries.time', { date: new Date(at) })

  return (
    <li className={styles.entry}>
      <span>
        <b translate="no">{t('entries.tempo', { bpm })}</b>{' '}
        {runThroughId !== null && <>{t('trend.runThrough')} </>}
        <small translate="no">{time}</small>
      </span>
      <Button variant="bare" aria-label={t('entries.takeBackOf', { bpm, time })} onClick={onTakeBack}>
        {t('entries.takeBack')}
      </Button>
    </li>
  )
}

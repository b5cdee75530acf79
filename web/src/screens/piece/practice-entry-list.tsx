import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Part, PracticeEntry, PracticeEntryId, PartId } from '#core/library/piece.ts'
import { Button } from '#web/kit/button.tsx'
import { LoadingIndicator } from '#web/kit/spinner.tsx'
import {
  subscribeLiveQuery,
  useLibraryServices,
  useStore,
  type LibraryServices,
} from '#web/store/library-services.ts'
import { readNewestEntriesOfPart, type NewestEntriesPage } from '#web/store/entry-log.ts'
import type { Intention } from '#core/library/change.ts'
import { fillDetails } from '#core/library/fields.ts'
import { showErrorToast, showUndoToast } from '#web/kit/toast/show-toast.tsx'
import { newPracticeEntryId, recordChange, recordPastChanges } from '#web/store/record-change.ts'
import styles from './piece.module.css'

const PAGE = 20

/** Row `index` gets the focus once the entry `after` is gone or, if `after` is null, once that row exists. */
type NextFocus = { readonly index: number; readonly after: PracticeEntryId | null }

export function PartPracticeEntryList({ part, name }: { part: Part; name: string }) {
  const { t } = useTranslation('piece')
  const [count, setCount] = useState(PAGE)
  const newest = useNewestEntriesOfPart(part.id, count)
  const takeBack = useRetractEntry(name)
  const list = useRef<HTMLUListElement>(null)
  const next = useRef<NextFocus | null>(null)
  const entries = newest === null || newest === 'reading' ? null : newest.entries

  // The rows change some time after the press, when they have been read.
  useEffect(() => {
    if (entries === null || next.current === null) return
    const { index, after } = next.current
    if (entries.some(({ id }) => id === after) || (after === null && index >= entries.length)) return
    next.current = null
    const buttons = list.current?.querySelectorAll('button') ?? []
    buttons[Math.min(index, buttons.length - 1)]?.focus({ preventScroll: true })
  }, [entries])

  if (newest === 'reading') return <LoadingIndicator label={t('reading')} />
  if (newest === null) return <p>{t('unreadable')}</p>

  async function take({ id }: PracticeEntry, index: number, taken: Promise<boolean>) {
    next.current = { index, after: id }
    if (!(await taken)) next.current = null
  }

  return (
    <>
      <ul ref={list} className={styles.entries}>
        {newest.entries.map((entry, index) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            onTakeBack={what => void take(entry, index, takeBack(entry, part, what))}
          />
        ))}
      </ul>
      {newest.hasMore && (
        <Button
          variant="line"
          onClick={() => {
            next.current = { index: newest.entries.length, after: null }
            setCount(count + PAGE)
          }}
        >
          {t('entries.earlier')}
        </Button>
      )}
    </>
  )
}

type EntryRowProps = { entry: PracticeEntry; onTakeBack: (what: string) => void }

function EntryRow({ entry: { tempo: bpm, at, runThroughId }, onTakeBack }: EntryRowProps) {
  const { t } = useTranslation('piece')
  // A run-through has no tempo that was reached.
  const what = runThroughId === null ? t('entries.tempo', { bpm }) : t('trend.runThrough')
  const time = t('entries.time', { date: new Date(at) })

  return (
    <li className={styles.entry}>
      <span>
        <b translate={runThroughId === null ? 'no' : undefined}>{what}</b>{' '}
        <small translate="no">{time}</small>
      </span>
      <Button
        variant="bare"
        aria-label={t('entries.takeBackOf', { what, time })}
        onClick={() => onTakeBack(what)}
      >
        {t('entries.takeBack')}
      </Button>
    </li>
  )
}

function useNewestEntriesOfPart(partId: PartId, count: number): NewestEntriesPage | 'reading' | null {
  const store = useStore()
  const [newest, setNewest] = useState<NewestEntriesPage | 'reading' | null>('reading')

  useEffect(() => {
    if (store === null) return
    return subscribeLiveQuery(store, () => readNewestEntriesOfPart(store, partId, count), setNewest)
  }, [store, partId, count])

  return newest
}

const MAX_ENTRIES_SEARCHED = 100

/** Undo adds a copy of the entry, because a retraction is final (rule HI5). */
function useRetractEntry(name: string) {
  const { t } = useTranslation('piece')
  const device = useLibraryServices()

  async function saveAgain(entry: PracticeEntry) {
    const { pieceId, partId, tempo, at } = entry
    const args = { id: newPracticeEntryId(), pieceId, partId, tempo, ...fillDetails(entry) }
    const intention: Intention = { kind: 'practice.add', args }
    const recorded = await recordPastChanges(device, [{ intention, at }])
    if (recorded.kind !== 'saved') showErrorToast()
  }

  return async (entry: PracticeEntry, part: Part, what: string): Promise<boolean> => {
    const before = await stateBefore(device, entry, part)
    const recorded = await recordChange(device, {
      kind: 'practice.retract',
      args: { id: entry.id, ...before },
    })
    if (recorded.kind !== 'saved') {
      showErrorToast()
      return false
    }
    showUndoToast(t('entries.tookBack', { part: name, what }), () => void saveAgain(entry))
    return true
  }
}

async function stateBefore(device: LibraryServices, entry: PracticeEntry, part: Part) {
  const store = device.store.get()
  const newest = store && (await readNewestEntriesOfPart(store, part.id, MAX_ENTRIES_SEARCHED))
  const others = newest?.entries.filter(({ id }) => id !== entry.id) ?? []
  const played = others.find(({ runThroughId }) => runThroughId === null)
  return {
    currentTempo: played?.tempo ?? part.currentTempo,
    lastPracticed: others[0]?.at ?? null,
  }
}

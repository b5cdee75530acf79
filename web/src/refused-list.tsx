import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EMPTY_LIBRARY } from '#core/library.ts'
import { currentStore } from '#web/store/current-store.ts'
import type { ParkedRow } from '#web/store/local-database.ts'
import { refusedGroups, rowsOf, type RefusedGroup } from '#web/store/refused-groups.ts'
import { useLibrary } from '#web/store/use-library.ts'
import { Button } from './kit/button.tsx'
import { DialogFault } from './kit/dialog-fault.tsx'
import { RefusedEntry } from './refused-entry.tsx'
import { namesIn } from './refused-words.ts'
import styles from './sync-dialog.module.css'
import { useParked } from './use-parked.ts'

// A thousand at once would keep a phone busy for seconds.
const SHOWN_AT_ONCE = 20

/** What the server has refused and what can be done about each (rules RC1, RC2, RC8). */
export function RefusedList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('sync')
  const { t: common } = useTranslation()
  const parked = useParked()
  const state = useLibrary()
  const heading = useRef<HTMLHeadingElement>(null)
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  const [discarded, setDiscarded] = useState<readonly RefusedGroup[]>([])
  const [undoable, setUndoable] = useState<string | null>(null)
  const [hasFailed, setFailed] = useState(false)

  if (parked === null) return null
  const library = 'library' in state ? state.library : EMPTY_LIBRARY
  const refused = refusedGroups(parked)
  const isGone = new Set(discarded.map(({ root }) => root.id))
  // What was thrown away stands where it stood, so that it can be taken back there.
  const groups = [...refused.filter(({ root }) => !isGone.has(root.id)), ...discarded].toSorted(
    (a, b) => a.root.change.at - b.root.change.at,
  )
  const names = namesIn(library, [...parked, ...rowsOf(discarded)])

  async function done(doing: Promise<boolean> | undefined) {
    const isDone = (await doing) ?? false
    setFailed(!isDone)
    return isDone
  }

  // The control that was pressed goes with its entry.
  const rest = () => heading.current?.focus()

  async function retry(rows: readonly ParkedRow[]) {
    if (await done(currentStore.get()?.retry(rows))) rest()
  }

  async function discard(thrown: readonly RefusedGroup[]) {
    if (!(await done(currentStore.get()?.discard(rowsOf(thrown))))) return
    setDiscarded(before => [...before, ...thrown])
    // What was pressed is gone; the way back is the next thing one may want.
    if (thrown.length === 1) setUndoable(thrown[0]?.root.id ?? null)
    else rest()
  }

  async function restore(thrown: readonly RefusedGroup[]) {
    if (!(await done(currentStore.get()?.restore(rowsOf(thrown))))) return
    setDiscarded(before => before.filter(group => !thrown.includes(group)))
    rest()
  }

  return (
    <section className={styles.refused} aria-labelledby="refused">
      <h3 id="refused" ref={heading} tabIndex={-1} className={styles.heading}>
        {t('refused.title')}
      </h3>
      {groups.length === 0 && <p className={styles.muted}>{t('refused.none')}</p>}
      {refused.length > 0 && <p className={styles.muted}>{t('refused.explained')}</p>}
      {hasFailed && <DialogFault>{common('toast.error')}</DialogFault>}
      {refused.length > 1 && (
        <div className={styles.actions}>
          <Button variant="line" onClick={() => void retry(parked)}>
            {t('refused.retryAll')}
          </Button>
          <Button variant="danger" className={styles.discard} onClick={() => void discard(refused)}>
            {t('refused.discardAll')}
          </Button>
        </div>
      )}
      {discarded.length > 1 && (
        <div className={styles.actions}>
          <output>{t('refused.discardedMany', { count: rowsOf(discarded).length })}</output>
          <Button variant="line" onClick={() => void restore(discarded)}>
            {common('undo')}
          </Button>
        </div>
      )}
      <ul className={styles.list}>
        {groups.slice(0, most).map(group => (
          <RefusedEntry
            key={group.root.id}
            group={group}
            isDiscarded={isGone.has(group.root.id)}
            hasFocus={group.root.id === undoable}
            library={library}
            names={names}
            onRetry={() => void retry(rowsOf([group]))}
            onDiscard={() => void discard([group])}
            onRestore={() => void restore([group])}
            onClose={onClose}
          />
        ))}
      </ul>
      {groups.length > most && (
        <Button variant="line" onClick={() => setMost(most + SHOWN_AT_ONCE)}>
          {t('refused.more', { count: Math.min(SHOWN_AT_ONCE, groups.length - most) })}
        </Button>
      )}
    </section>
  )
}

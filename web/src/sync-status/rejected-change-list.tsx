import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EMPTY_LIBRARY } from '#core/library/library.ts'
import { useDeviceLibrary } from '#web/store/device-library.ts'
import type { RejectedRow } from '#web/store/local-database.ts'
import {
  groupRejectedChanges,
  flattenRejectedGroups,
  type RejectedGroup,
} from '#web/store/rejected-groups.ts'
import { useLibrary } from '#web/store/use-library.ts'
import { Button } from '#web/kit/button.tsx'
import { DialogError } from '#web/kit/dialog-error.tsx'
import { RejectedChangeItem } from './rejected-change-item.tsx'
import { collectPieceAndPartNames } from './piece-and-part-names.ts'
import styles from './sync-dialog.module.css'
import { useRejectedChanges } from './use-rejected-changes.ts'

// Rendering a thousand at once would block a phone for seconds.
const SHOWN_AT_ONCE = 20

/** Renders the list of rejected changes with the user's options for each (rules RC1, RC2, RC8). */
export function RejectedChangeList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('sync')
  const { t: common } = useTranslation()
  const read = useRejectedChanges()
  const device = useDeviceLibrary()
  const state = useLibrary()
  const heading = useRef<HTMLHeadingElement>(null)
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  const [discarded, setDiscarded] = useState<readonly RejectedGroup[]>([])
  const [undoable, setUndoable] = useState<string | null>(null)
  const [hasFailed, setFailed] = useState(false)

  if (read === null) return null
  const { rows: rejected, entries } = read
  const library = 'library' in state ? state.library : EMPTY_LIBRARY
  const rejectedGroups = groupRejectedChanges(rejected)
  const isGone = new Set(discarded.map(({ root }) => root.id))
  // A discarded change keeps its place in the list, so that it can be restored there.
  const groups = [...rejectedGroups.filter(({ root }) => !isGone.has(root.id)), ...discarded].toSorted(
    (a, b) => a.root.change.at - b.root.change.at,
  )
  const names = collectPieceAndPartNames(library, [...rejected, ...flattenRejectedGroups(discarded)], entries)

  async function done(doing: Promise<boolean> | undefined) {
    const isDone = (await doing) ?? false
    setFailed(!isDone)
    return isDone
  }

  // The pressed control is removed with its entry.
  const rest = () => heading.current?.focus()

  async function retry(rows: readonly RejectedRow[]) {
    if (await done(device.store.get()?.retry(rows))) rest()
  }

  async function discard(thrown: readonly RejectedGroup[]) {
    if (!(await done(device.store.get()?.discard(flattenRejectedGroups(thrown))))) return
    setDiscarded(before => [...before, ...thrown])
    // The pressed button was removed, and Undo is the likely next action.
    if (thrown.length === 1) setUndoable(thrown[0]?.root.id ?? null)
    else rest()
  }

  async function restore(thrown: readonly RejectedGroup[]) {
    if (!(await done(device.store.get()?.restore(flattenRejectedGroups(thrown))))) return
    setDiscarded(before => before.filter(group => !thrown.includes(group)))
    rest()
  }

  return (
    <section className={styles.refused} aria-labelledby="refused">
      <h3 id="refused" ref={heading} tabIndex={-1} className={styles.heading}>
        {t('refused.title')}
      </h3>
      {groups.length === 0 && <p className={styles.muted}>{t('refused.none')}</p>}
      {rejectedGroups.length > 0 && <p className={styles.muted}>{t('refused.explained')}</p>}
      {hasFailed && <DialogError>{common('toast.error')}</DialogError>}
      {rejectedGroups.length > 1 && (
        <div className={styles.actions}>
          <Button variant="line" onClick={() => void retry(rejected)}>
            {t('refused.retryAll')}
          </Button>
          <Button variant="danger" className={styles.discard} onClick={() => void discard(rejectedGroups)}>
            {t('refused.discardAll')}
          </Button>
        </div>
      )}
      {discarded.length > 1 && (
        <div className={styles.actions}>
          <output>{t('refused.discardedMany', { count: flattenRejectedGroups(discarded).length })}</output>
          <Button variant="line" onClick={() => void restore(discarded)}>
            {common('undo')}
          </Button>
        </div>
      )}
      <ul className={styles.list}>
        {groups.slice(0, most).map(group => (
          <RejectedChangeItem
            key={group.root.id}
            group={group}
            isDiscarded={isGone.has(group.root.id)}
            hasFocus={group.root.id === undoable}
            library={library}
            names={names}
            onRetry={() => void retry(flattenRejectedGroups([group]))}
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

import { useTranslation } from 'react-i18next'
import type { Intention } from '#core/library/change.ts'
import type { Part, Practice } from '#core/library/piece.ts'
import { practiceDetails } from '#core/library/fields.ts'
import { showError, showSuccess } from '#web/kit/toast/show-toast.tsx'
import { useDeviceLibrary, type DeviceLibrary } from '#web/store/device-library.ts'
import { newPracticeEntryId, recordChange, recordPastChanges } from '#web/store/record-change.ts'
import { readNewestEntries } from '#web/store/entry-log.ts'

/** The other entries among which that is looked for to which a part returns: run-throughs do not say its tempo. */
const OTHERS_READ = 100

/**
 * Returns a function that retracts a practice entry (marks it as undone) and shows a toast with Undo. The part gets the
 * tempo of its newest remaining entry that is not a run-through (playing a piece once without stopping), or keeps its
 * tempo if there is none (rule HI5). The function resolves to true if the retraction was stored; otherwise it shows an
 * error and resolves to false. Undo saves a copy of the entry with a new id, because a retraction is final (rule HI5).
 *
 * @param name the name of the part, shown in the toast
 */
export function useRetractEntry(name: string): (entry: Practice, part: Part) => Promise<boolean> {
  const { t } = useTranslation('piece')
  const { t: common } = useTranslation()

  const device = useDeviceLibrary()

  async function saveAgain(entry: Practice) {
    const { pieceId, partId, tempo, at } = entry
    const args = { id: newPracticeEntryId(), pieceId, partId, tempo, ...practiceDetails(entry) }
    const intention: Intention = { kind: 'practice.add', args }
    const recorded = await recordPastChanges(device, [{ intention, at }])
    if (recorded.kind !== 'saved') showError(common('toast.error'))
  }

  return async (entry, part) => {
    const before = await stateBefore(device, entry, part)
    const recorded = await recordChange(device, {
      kind: 'practice.retract',
      args: { id: entry.id, ...before },
    })
    if (recorded.kind !== 'saved') {
      showError(common('toast.error'))
      return false
    }
    showSuccess(t('entries.tookBack', { part: name, bpm: entry.tempo }), {
      label: common('undo'),
      run: () => void saveAgain(entry),
    })
    return true
  }
}

/** Returns the part's state without an entry. If it has no other entry, the tempo stays. */
async function stateBefore(device: DeviceLibrary, entry: Practice, part: Part) {
  const store = device.store.get()
  const newest = store && (await readNewestEntries(store, part.id, OTHERS_READ))
  const others = newest?.entries.filter(({ id }) => id !== entry.id) ?? []
  const played = others.find(({ runThroughId }) => runThroughId === null)
  return {
    currentTempo: played?.tempo ?? part.currentTempo,
    lastPracticed: others[0]?.at ?? null,
  }
}

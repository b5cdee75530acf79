import { useState } from 'react'
import {
  MAX_IMPORT_BYTES,
  splitImportIntoBatches,
  type ImportFileFault,
  type ImportPlan,
} from '#core/import-export/import-plan.ts'
import type { LibraryWithEntries } from '#core/library/library.ts'
import { until } from '#web/concurrency/waiting.ts'
import { useIsScreenCurrent } from '#web/kit/screen.ts'
import { useDeviceLibrary, type DeviceLibrary } from '#web/store/device-library.ts'
import { readAllEntries } from '#web/store/entry-log.ts'
import { recordPastChanges } from '#web/store/record-change.ts'
import { planFileImport } from './plan-file-import.ts'

/**
 * Reason why a file cannot be imported. 'unheard' means that the file cannot be compared with the library, because this
 * device has never synced it. 'loading' means that the practice history is still being downloaded.
 */
export type ImportFault = ImportFileFault | 'unheard' | 'loading'

/**
 * Current step of the import dialog, with the data that the step shows. The user chooses a file, the app reads it, the
 * user checks the preview, and the app imports the changes until it is done.
 */
export type ImportState =
  | { kind: 'choose'; fault: ImportFault | null }
  | { kind: 'reading' }
  | { kind: 'preview'; file: File; plan: ImportPlan; hasFailed: boolean }
  | { kind: 'importing'; plan: ImportPlan; done: number }
  | { kind: 'done'; plan: ImportPlan }

/** Stored in batches, so that a phone stays responsive and a crash loses one batch at most. */
const STEPS_IN_A_LOT = 500

/**
 * Returns the current step of the import dialog, a function that reads a file and plans its import (`read`), and a
 * function that stores the planned changes (`carryOut`) (rule EX9).
 */
export function useDataImport() {
  const device = useDeviceLibrary()
  const [state, setState] = useState<ImportState>({ kind: 'choose', fault: null })
  const isShown = useIsScreenCurrent()

  async function read(file: File, hasFailed = false) {
    if (file.size > MAX_IMPORT_BYTES) return setState({ kind: 'choose', fault: 'too-large' })
    setState({ kind: 'reading' })
    try {
      await plan(file, hasFailed)
    } catch (error) {
      // Whatever a file does to us, nobody waits for it for ever.
      if (isShown()) setState({ kind: 'choose', fault: 'unreadable' })
      throw error
    }
  }

  async function plan(file: File, hasFailed: boolean) {
    const bytes = await bytesOf(file)
    if (!isShown()) return
    if (bytes === null) return setState({ kind: 'choose', fault: 'unreadable' })
    await until(device.library, ({ kind }) => kind !== 'loading')
    if (!isShown()) return
    const state = device.library.get()
    // Entries that are not here yet would count as new ones.
    if (state.kind === 'ready' && !state.isHistoryComplete)
      return setState({ kind: 'choose', fault: 'loading' })
    const library = await wholeLibrary(device)
    if (!isShown()) return
    if (library === null) return setState({ kind: 'choose', fault: 'unheard' })
    const planned = planFileImport(bytes, library, device.role.get())
    if (planned.kind === 'fault') setState({ kind: 'choose', fault: planned.fault })
    else setState({ kind: 'preview', file, plan: planned.plan, hasFailed })
  }

  async function carryOut(file: File, plan: ImportPlan) {
    let done = 0
    setState({ kind: 'importing', plan, done })
    for (const lot of splitImportIntoBatches(plan.steps, STEPS_IN_A_LOT)) {
      const recorded = await recordPastChanges(device, lot)
      if (!isShown()) return
      // The library changed meanwhile, or the device is full: stored batches stay, and the remaining changes are shown.
      if (recorded.kind !== 'saved') return read(file, true)
      done += lot.length
      setState({ kind: 'importing', plan, done })
    }
    setState({ kind: 'done', plan })
  }

  return { state, read, carryOut }
}

/** Returns the library with its whole history, or null if it is unknown. */
async function wholeLibrary({ library, store }: DeviceLibrary): Promise<LibraryWithEntries | null> {
  const open = store.get()
  const practice = open !== null && library.get().kind === 'ready' ? await readAllEntries(open) : null
  return open === null || practice === null ? null : { ...open.copy.get().view, practice }
}

/** Reads a file; null if it is gone or its drive does not respond. */
async function bytesOf(file: File): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    return null
  }
}

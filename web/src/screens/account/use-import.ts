import { useState } from 'react'
import { LARGEST_IMPORT_BYTES, type FileFault } from '#core/import-fault.ts'
import { lotsOf, type ImportPlan } from '#core/import-plan.ts'
import { useIsShown } from '#web/kit/use-is-shown.ts'
import { knownRole, libraryState } from '#web/store/current-store.ts'
import { recordPast } from '#web/store/record-change.ts'
import { planOfFile } from './plan-of-file.ts'

/** 'unheard': what there is already is not known yet, so nothing can be compared. */
export type ImportFault = FileFault | 'unheard'

export type ImportState =
  | { kind: 'choose'; fault: ImportFault | null }
  | { kind: 'reading' }
  | { kind: 'preview'; file: File; plan: ImportPlan; hasFailed: boolean }
  | { kind: 'importing'; plan: ImportPlan; done: number }
  | { kind: 'done'; plan: ImportPlan }

/** Stored one after the other: a telephone stays usable meanwhile, and a kill loses one of them at most. */
const STEPS_IN_A_LOT = 500

/** An import from the choice of a file to its end (rules EX9, EX12). */
export function useImport(userId: string) {
  const [state, setState] = useState<ImportState>({ kind: 'choose', fault: null })
  const isShown = useIsShown()

  async function read(file: File, hasFailed = false) {
    if (file.size > LARGEST_IMPORT_BYTES) return setState({ kind: 'choose', fault: 'too-large' })
    setState({ kind: 'reading' })
    const bytes = await bytesOf(file)
    if (!isShown()) return
    if (bytes === null) return setState({ kind: 'choose', fault: 'unreadable' })
    const library = libraryState.get()
    if (library.kind !== 'ready') return setState({ kind: 'choose', fault: 'unheard' })
    const planned = planOfFile(bytes, library.library, knownRole.get(), userId)
    if (planned.kind === 'fault') setState({ kind: 'choose', fault: planned.fault })
    else setState({ kind: 'preview', file, plan: planned.plan, hasFailed })
  }

  async function carryOut(file: File, plan: ImportPlan) {
    let done = 0
    setState({ kind: 'importing', plan, done })
    for (const lot of lotsOf(plan.steps, STEPS_IN_A_LOT)) {
      const recorded = await recordPast(lot)
      if (!isShown()) return
      // Something has changed meanwhile, or the device is full: what is stored stays, and what is left is shown anew.
      if (recorded.kind !== 'saved') return read(file, true)
      done += lot.length
      setState({ kind: 'importing', plan, done })
    }
    setState({ kind: 'done', plan })
  }

  return { state, read, carryOut }
}

/** A file can be gone, or on a drive that does not answer. */
async function bytesOf(file: File): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    return null
  }
}

import { CHANGE_VERSION } from '#core/library/change-version.ts'
import { changeVersionOfSender, type SyncResponse } from '#core/protocol/sync-protocol.ts'
import type { DeviceCopy } from '#web/store/device-copy.ts'
import type { PendingRow } from '#web/store/local-database.ts'
import type { SyncPosition } from '#web/store/position.ts'

/**
 * Returns the pending changes that the server understood when it last answered. The others wait until it is updated, and
 * hold up nothing behind them (rule SN23).
 */
export function changesServerUnderstands({ outbox, position }: Pick<DeviceCopy, 'outbox' | 'position'>) {
  const { forms = 1 } = position
  const isUnderstood = ({ change }: PendingRow) => change.v <= forms
  return outbox.every(isUnderstood) ? outbox : outbox.filter(isUnderstood)
}

/**
 * Returns whether confirmed rows may lack fields that the server knows, because they came from an older server or were
 * stored by an older version of the app. They do not come again on their own (rule SN24).
 */
export const mayLackFields = ({ cursor, forms = 1, rowForms = 1 }: SyncPosition): boolean =>
  cursor > 0 && rowForms < Math.min(forms, CHANGE_VERSION)

/** An epoch that no server has: it is answered with all rows, and the stored epoch stays as it is. */
export const NO_EPOCH = 'anew'

/** Returns what is known of the server's version, and of the confirmed rows', after a response. */
export function knownVersionsAfter(
  { cursor, rowForms = 1 }: SyncPosition,
  answer: SyncResponse,
): Pick<SyncPosition, 'forms' | 'rowForms'> {
  const forms = changeVersionOfSender(answer)
  const { pieces, parts, practice } = answer.rows
  const isAllNew = answer.reset || cursor === 0
  const hasRows = pieces.length + parts.length + practice.length > 0
  return { forms, rowForms: isAllNew ? forms : hasRows ? Math.min(rowForms, forms) : rowForms }
}

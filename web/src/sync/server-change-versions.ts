import { CHANGE_VERSION } from '#core/library/change-version.ts'
import { supportedChangeVersion, type SyncResponse } from '#core/protocol/sync-protocol.ts'
import type { DeviceCopy } from '#web/store/device-copy.ts'
import type { PendingRow } from '#web/store/local-database.ts'
import type { SyncPosition } from '#web/store/sync-position.ts'

/**
 * Returns the pending changes whose version of the change format the server supports. The other changes wait until the
 * server is updated, without blocking later changes (rule SN23).
 */
export function changesKnownToServer({ outbox, position }: Pick<DeviceCopy, 'outbox' | 'position'>) {
  const { forms = 1 } = position
  const isUnderstood = ({ change }: PendingRow) => change.v <= forms
  return outbox.every(isUnderstood) ? outbox : outbox.filter(isUnderstood)
}

/**
 * Returns true if stored rows may lack fields that the server now supports, because an older server or an older app
 * version has written them. The rows must then be fetched again (rule SN24).
 */
export const mayRowsLackFields = ({ cursor, forms = 1, rowForms = 1 }: SyncPosition): boolean =>
  cursor > 0 && rowForms < Math.min(forms, CHANGE_VERSION)

/** An epoch (id of a series of revisions) that no server uses. A request with it makes the server send all rows. */
export const UNKNOWN_EPOCH = 'anew'

/**
 * Returns the two versions of the change format that this device stores after a sync response. `forms` is the newest
 * version that the server supports. `rowForms` is the newest version whose fields are present in every row on this
 * device.
 */
export function changeVersionsAfterResponse(
  { cursor, rowForms = 1 }: SyncPosition,
  answer: SyncResponse,
): Pick<SyncPosition, 'forms' | 'rowForms'> {
  const forms = supportedChangeVersion(answer)
  const { pieces, parts, practice } = answer.rows
  const isAllNew = answer.reset || cursor === 0
  const hasRows = pieces.length + parts.length + practice.length > 0
  return { forms, rowForms: isAllNew ? forms : hasRows ? Math.min(rowForms, forms) : rowForms }
}

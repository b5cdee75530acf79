import type { Migration, MigrationProvider } from 'kysely/migration'
import * as theBeginning from './0001-the-beginning.ts'
import * as sharedEvents from './0002-shared-events.ts'
import * as feedbackMail from './0003-feedback-mail.ts'
import * as billing from './0004-billing.ts'
import * as avatarsAndLetters from './0005-avatars-and-letters.ts'
import * as endedSessions from './0006-ended-sessions.ts'
import * as deletedRows from './0007-deleted-rows.ts'
import * as newestEntries from './0008-newest-entries.ts'
import * as userShare from './0009-user-share.ts'
import * as movedParts from './0010-moved-parts.ts'
import * as practiceDetails from './0011-practice-details.ts'
import * as expiryIndexes from './0012-expiry-indexes.ts'
import * as restoredRows from './0013-restored-rows.ts'
import * as earlierEpochs from './0014-earlier-epochs.ts'

/**
 * All database migrations by name, in order. They are imported explicitly instead of being read from the folder, so
 * that the linter reports a file that is not imported. A released migration must never be changed.
 */
export const migrations: Record<string, Migration> = {
  '0001-the-beginning': theBeginning,
  '0002-shared-events': sharedEvents,
  '0003-feedback-mail': feedbackMail,
  '0004-billing': billing,
  '0005-avatars-and-letters': avatarsAndLetters,
  '0006-ended-sessions': endedSessions,
  '0007-deleted-rows': deletedRows,
  '0008-newest-entries': newestEntries,
  '0009-user-share': userShare,
  '0010-moved-parts': movedParts,
  '0011-practice-details': practiceDetails,
  '0012-expiry-indexes': expiryIndexes,
  '0013-restored-rows': restoredRows,
  '0014-earlier-epochs': earlierEpochs,
}

/** The migrations in the form that Kysely's migrator expects. */
export const migrationProvider: MigrationProvider = {
  getMigrations: async () => migrations,
}

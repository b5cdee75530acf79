import type { Migration, MigrationProvider } from 'kysely/migration'
import * as theBeginning from './0001-the-beginning.ts'
import * as sharedEvents from './0002-shared-events.ts'
import * as feedbackMail from './0003-feedback-mail.ts'
import * as billing from './0004-billing.ts'
import * as avatarsAndLetters from './0005-avatars-and-letters.ts'
import * as endedSessions from './0006-ended-sessions.ts'
import * as deletedRows from './0007-deleted-rows.ts'

/**
 * Every migration, in its order. The list is written by hand, so that nothing is looked up on a disk at run time
 * and a file that was forgotten here shows as unused. A migration that was ever released is never changed.
 */
export const migrations: Record<string, Migration> = {
  '0001-the-beginning': theBeginning,
  '0002-shared-events': sharedEvents,
  '0003-feedback-mail': feedbackMail,
  '0004-billing': billing,
  '0005-avatars-and-letters': avatarsAndLetters,
  '0006-ended-sessions': endedSessions,
  '0007-deleted-rows': deletedRows,
}

/** The list in the form in which Kysely asks for it. */
export const migrationProvider: MigrationProvider = {
  getMigrations: async () => migrations,
}

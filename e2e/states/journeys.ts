import { account, accountOfPro } from './account.ts'
import { editPiece, newPiece } from './piece-forms.ts'
import { historyOfPieces, listOfPieces } from './pieces.ts'
import { practicing, silence, timedSession } from './practicing.ts'
import { lookingAround, signingIn } from './signing-in.ts'
import { brokenDevice, rejectedChanges, waitingChange } from './syncing.ts'
import type { Journey } from './visit.ts'

/**
 * Every visible state of the product, for accessibility tests, width tests and screenshots (rule UI26). A new route or
 * dialog needs one, otherwise tests/look/states.test.ts fails. The longest come first, so that no worker is left alone
 * with one at the end.
 */
export const JOURNEYS: readonly Journey[] = [
  practicing,
  editPiece,
  account,
  historyOfPieces,
  signingIn,
  listOfPieces,
  newPiece,
  timedSession,
  lookingAround,
  accountOfPro,
  brokenDevice,
  silence,
  rejectedChanges,
  waitingChange,
]

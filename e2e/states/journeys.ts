import { account, proAccount } from './account.ts'
import { editPiece, newPiece } from './piece-forms.ts'
import { historyOfPieces, listOfPieces } from './pieces.ts'
import { practicing, stepsWithoutSound, timedSession } from './practicing.ts'
import { guestPages, signingIn } from './signing-in.ts'
import { brokenDevice, rejectedChanges, waitingChange } from './syncing.ts'
import type { Journey } from './visit.ts'

/**
 * Every visible state of the product, for accessibility tests, width tests and screenshots (rule UI26). A new route or
 * dialog needs one, otherwise tests/look/states.test.ts fails. Longest journeys first, so that no worker ends last with
 * a long one.
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
  guestPages,
  proAccount,
  brokenDevice,
  stepsWithoutSound,
  rejectedChanges,
  waitingChange,
]

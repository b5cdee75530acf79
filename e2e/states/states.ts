import { accountStates } from './account.ts'
import { accountProStates } from './account-pro.ts'
import { accountDeviceStates, accountSignInStates } from './account-sign-ins.ts'
import { checkEmailStates } from './checking-email.ts'
import { confirmStates, foreignLinkStates } from './confirming.ts'
import { editPieceStates } from './edit-piece.ts'
import { editSectionStates } from './edit-sections.ts'
import { frameStates } from './frame.ts'
import { feedbackStates } from './giving-feedback.ts'
import { practiceHistoryStates } from './practice-history.ts'
import { leavingStates } from './leaving.ts'
import { newPieceStates } from './new-piece.ts'
import { notFoundStates } from './not-found.ts'
import { installationStates } from './on-device.ts'
import { onHoldStates } from './on-hold.ts'
import { piecePageStates } from './piece-page.ts'
import { piecesListStates } from './pieces-list.ts'
import { practiceStates } from './practicing.ts'
import { practiceResultStates } from './practicing-results.ts'
import { practiceStepStates } from './practicing-step.ts'
import { practiceSoundStates } from './practicing-without-sound.ts'
import { timedSessionStates } from './practicing-in-time.ts'
import { publicPageStates } from './public-pages.ts'
import { signInStates } from './signing-in.ts'
import type { ScreenState } from './state.ts'
import { storageStates } from './storage-notices.ts'
import { syncStates } from './syncing.ts'
import { tryOutStates } from './trying-out.ts'
import { exportImportStates } from './your-data.ts'

/** Every visible state of the product, for accessibility tests, width tests and screenshots. */
export const SCREEN_STATES: readonly ScreenState[] = [
  ...notFoundStates,
  ...signInStates,
  ...checkEmailStates,
  ...confirmStates,
  ...foreignLinkStates,
  ...publicPageStates,
  ...tryOutStates,
  ...piecesListStates,
  ...piecePageStates,
  ...newPieceStates,
  ...editPieceStates,
  ...editSectionStates,
  ...practiceStates,
  ...practiceStepStates,
  ...practiceResultStates,
  ...practiceSoundStates,
  ...timedSessionStates,
  ...onHoldStates,
  ...practiceHistoryStates,
  ...accountStates,
  ...leavingStates,
  ...accountProStates,
  ...accountDeviceStates,
  ...accountSignInStates,
  ...exportImportStates,
  ...syncStates,
  ...installationStates,
  ...feedbackStates,
  ...storageStates,
  ...frameStates,
]

import { account } from './account.ts'
import { accountDevices } from './account-devices.ts'
import { accountSignIns } from './account-sign-ins.ts'
import { editPiece } from './edit-piece.ts'
import { frame } from './frame.ts'
import { practiceHistory } from './practice-history.ts'
import { newPiece } from './new-piece.ts'
import { onDevice } from './on-device.ts'
import { onHold } from './on-hold.ts'
import { piecePage } from './piece-page.ts'
import { piecesList } from './pieces-list.ts'
import { practicing } from './practicing.ts'
import { practicingInTime } from './practicing-in-time.ts'
import { publicPages } from './public-pages.ts'
import { signingIn } from './signing-in.ts'
import type { State } from './state.ts'
import { syncing } from './syncing.ts'
import { tryingOut } from './trying-out.ts'
import { yourData } from './your-data.ts'

/** Every state of the product that can be seen: the one list for axe, the widths and the screenshots. */
export const STATES: readonly State[] = [
  ...signingIn,
  ...publicPages,
  ...tryingOut,
  ...piecesList,
  ...piecePage,
  ...newPiece,
  ...editPiece,
  ...practicing,
  ...practicingInTime,
  ...onHold,
  ...practiceHistory,
  ...account,
  ...accountDevices,
  ...accountSignIns,
  ...yourData,
  ...frame,
  ...syncing,
  ...onDevice,
]

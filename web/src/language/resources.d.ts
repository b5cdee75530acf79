import 'i18next'
import type account from '../../../locales/en/account.json'
import type common from '../../../locales/en/common.json'
import type feedback from '../../../locales/en/feedback.json'
import type history from '../../../locales/en/history.json'
import type install from '../../../locales/en/install.json'
import type legal from '../../../locales/en/legal.json'
import type piece from '../../../locales/en/piece.json'
import type pieces from '../../../locales/en/pieces.json'
import type practice from '../../../locales/en/practice.json'
import type shortcuts from '../../../locales/en/shortcuts.json'
import type signIn from '../../../locales/en/sign-in.json'
import type sync from '../../../locales/en/sync.json'
import type upgrade from '../../../locales/en/upgrade.json'

// English is the source: a key that is not there does not compile.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      account: typeof account
      common: typeof common
      feedback: typeof feedback
      history: typeof history
      install: typeof install
      legal: typeof legal
      piece: typeof piece
      pieces: typeof pieces
      practice: typeof practice
      shortcuts: typeof shortcuts
      'sign-in': typeof signIn
      sync: typeof sync
      upgrade: typeof upgrade
    }
  }
}

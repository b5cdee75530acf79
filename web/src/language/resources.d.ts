import 'i18next'

// English is the source: a key that is not there does not compile.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      account: (typeof import('../../../locales/en/account.json'))['default']
      common: (typeof import('../../../locales/en/common.json'))['default']
      feedback: (typeof import('../../../locales/en/feedback.json'))['default']
      history: (typeof import('../../../locales/en/history.json'))['default']
      install: (typeof import('../../../locales/en/install.json'))['default']
      legal: (typeof import('../../../locales/en/legal.json'))['default']
      piece: (typeof import('../../../locales/en/piece.json'))['default']
      pieces: (typeof import('../../../locales/en/pieces.json'))['default']
      practice: (typeof import('../../../locales/en/practice.json'))['default']
      shortcuts: (typeof import('../../../locales/en/shortcuts.json'))['default']
      'sign-in': (typeof import('../../../locales/en/sign-in.json'))['default']
      sync: (typeof import('../../../locales/en/sync.json'))['default']
      upgrade: (typeof import('../../../locales/en/upgrade.json'))['default']
    }
  }
}

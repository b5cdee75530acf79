/** The languages a table can be written in; a reader understands both, whatever the screen speaks (rule EX4). */
export type TableLanguage = 'en' | 'de'

/** The columns of the table that an export is, and what its first column calls the kinds of rows (rule EX4). */
export const EXPORT_COLUMNS = [
  'record',
  'time',
  'piece',
  'section',
  'goal',
  'tempo',
  'urgency',
  'practiced',
  'deleted',
  'about',
  'text',
] as const
export type ExportColumn = (typeof EXPORT_COLUMNS)[number]

export const RECORDS = [
  'profile',
  'signIn',
  'device',
  'subscription',
  'piece',
  'section',
  'practice',
  'feedback',
  'event',
] as const
export type RecordKind = (typeof RECORDS)[number]

type Words = {
  readonly separator: ',' | ';'
  readonly columns: Readonly<Record<ExportColumn, string>>
  readonly records: Readonly<Record<RecordKind, string>>
}

/**
 * Part of the file format, not of a screen: an import finds these words again. RFC 4180 separates with commas; where
 * the comma is the decimal point, spreadsheets put such a file into one single column, so German gets semicolons.
 */
export const TABLE_WORDS: Readonly<Record<TableLanguage, Words>> = {
  en: {
    separator: ',',
    columns: {
      record: 'record',
      time: 'time (UTC)',
      piece: 'piece',
      section: 'section',
      goal: 'goal',
      tempo: 'tempo',
      urgency: 'urgency',
      practiced: 'last practiced (UTC)',
      deleted: 'deleted (UTC)',
      about: 'about',
      text: 'text',
    },
    records: {
      profile: 'profile',
      signIn: 'sign-in',
      device: 'device',
      subscription: 'subscription',
      piece: 'piece',
      section: 'section',
      practice: 'practice',
      feedback: 'feedback',
      event: 'event',
    },
  },
  de: {
    separator: ';',
    columns: {
      record: 'Art',
      time: 'Zeit (UTC)',
      piece: 'Stück',
      section: 'Abschnitt',
      goal: 'Zieltempo',
      tempo: 'Tempo',
      urgency: 'Dringlichkeit',
      practiced: 'zuletzt geübt (UTC)',
      deleted: 'gelöscht (UTC)',
      about: 'Betreff',
      text: 'Text',
    },
    records: {
      profile: 'Profil',
      signIn: 'Anmeldung',
      device: 'Gerät',
      subscription: 'Abo',
      piece: 'Stück',
      section: 'Abschnitt',
      practice: 'Üben',
      feedback: 'Feedback',
      event: 'Ereignis',
    },
  },
}

import type { EntryFields, PieceFields } from '#core/library/piece.ts'

/**
 * The languages in which a CSV export can be written. An import accepts both, regardless of the language of the app's
 * screens (rule EX4).
 */
export type CsvLanguage = 'en' | 'de'

/**
 * The columns of a CSV export, by internal name. `CSV_FORMATS` contains their names in the file. The first column says
 * what kind of row it is, such as a piece or a practice entry (rule EX4).
 */
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
  'seconds',
  'planned',
  'day',
  'firstTry',
  'runThrough',
  'performance',
  'onHold',
] as const
/** The name of a column of a CSV export. */
export type ExportColumn = (typeof EXPORT_COLUMNS)[number]

/** The column of each field of a piece. */
export const COLUMNS_OF_PIECE: { readonly [Name in keyof PieceFields]: ExportColumn } = {
  name: 'piece',
  importance: 'urgency',
  endTempo: 'goal',
  click: 'text',
  performOn: 'performance',
  onHold: 'onHold',
}

/** The column of each field of a practice entry. Its piece and its part are told by their names. */
export const COLUMNS_OF_ENTRY: {
  readonly [Name in Exclude<keyof EntryFields, 'pieceId' | 'partId'>]: ExportColumn
} = {
  tempo: 'tempo',
  seconds: 'seconds',
  plannedSeconds: 'planned',
  day: 'day',
  firstTryClean: 'firstTry',
  runThroughId: 'runThrough',
}

/** The kinds of rows in a CSV export, such as pieces and practice entries, in the order in which they are written. */
const EXPORT_ROW_KINDS = [
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
/** The kind of a row in a CSV export. */
export type ExportRowKind = (typeof EXPORT_ROW_KINDS)[number]

type TableWords = {
  readonly separator: ',' | ';'
  readonly columns: Readonly<Record<ExportColumn, string>>
  readonly records: Readonly<Record<ExportRowKind, string>>
  /** `clean` and `mistakes` are the two outcomes of a first try; `yes` marks a piece on hold. */
  readonly values: { readonly clean: string; readonly mistakes: string; readonly yes: string }
}

/**
 * The separator, column names and words of a CSV export in each language. An import accepts those of both languages.
 * The separator is a comma in English, but a semicolon in German because German spreadsheets do not split at commas.
 */
export const CSV_FORMATS: Readonly<Record<CsvLanguage, TableWords>> = {
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
      seconds: 'seconds',
      planned: 'planned seconds',
      day: 'day',
      firstTry: 'first try',
      runThrough: 'run-through',
      performance: 'performance',
      onHold: 'on hold',
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
    values: { clean: 'clean', mistakes: 'mistakes', yes: 'yes' },
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
      seconds: 'Sekunden',
      planned: 'geplante Sekunden',
      day: 'Tag',
      firstTry: 'erster Versuch',
      runThrough: 'Durchspielen',
      performance: 'Auftritt',
      onHold: 'pausiert',
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
    values: { clean: 'sauber', mistakes: 'Fehler', yes: 'ja' },
  },
}

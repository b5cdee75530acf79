import { normalizePath, type Rolldown } from 'vite'

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1]
type Ids = ReadonlySet<string>

/**
 * What the sign-in screen needs before it works. Stays apart, so that it stays small. Nor does the try-out load the style
 * sheet of the third.
 */
const FIRST_FOR_GUESTS = ['app/main.tsx', 'screens/sign-in/sign-in.tsx', 'screens/not-found/not-found.tsx']

/** What the sign-in screen needs later: one file. */
const SIGNING_IN = [
  'screens/sign-in/check-email.tsx',
  'screens/sign-in/social-buttons.tsx',
  'screens/sign-in/mailbox-hint.tsx',
  'identity/social-sign-in.ts',
]

/** Other screens for guests, each in a file of its own. */
const OTHER_FOR_GUESTS = ['screens/confirm/confirm.tsx', 'screens/legal/legal-page.tsx']

/** Chunks with fixed names, because the server and the size budgets look them up by name. */
const ALONE = ['frame/signed-in-frame.tsx', 'store/open-store.ts']

/** Chunks that are needed soon after every start: each holds what its modules import and no earlier chunk contains. */
const FILES = {
  'signed-in': ['frame/signed-in-frame.tsx'],
  // Needed by guests too, after their first screen.
  idle: ['app/start-after-load.ts', 'kit/toast/toast-list.tsx'],
  queues: [
    'store/record-change.ts',
    // Signing out needs it, and must not wait for the sync.
    'api/backoff.ts',
    // Shared by later screens, and too small for files of their own: the entry names each file that a screen needs.
    'kit/music/musical-signs.tsx',
    'kit/notice.tsx',
    'kit/day-as-date-param.ts',
    'kit/library-states.tsx',
    'frame/library-unavailable-notice.tsx',
  ],
  store: ['store/open-store.ts'],
  sync: ['sync/sync-loop.ts', 'sync-status/sync-dialog.tsx', 'frame/feedback/feedback.tsx'],
}

/** What these modules share with signed-in screens has a file of its own, so that guests do not load those screens. */
const TRY_OUT = ['screens/practice/try-out.tsx', 'screens/practice/click-dialog.tsx']

/** What one of these modules shares with the other, or with one of the files above, goes into the chunk of SignedInFrame. */
const FIRST_SCREENS = ['screens/pieces/pieces.tsx', 'screens/practice/practice.tsx']

/** What the overview of practice preloads: one file, because each file costs the first screen its name. */
const PRACTICING = [
  'screens/practice/practice-step.tsx',
  'screens/practice/routine-finished.tsx',
  'screens/practice/routine-summary.tsx',
  'screens/practice/timed-session-list.tsx',
  'screens/practice/practice-time-chooser.tsx',
  'screens/practice/parts-not-reached.tsx',
]

/** What these dialogs share is one file, apart from routines, because a piece has a click of its own. */
const CLICK_SETTINGS = [
  'screens/practice/click-dialog.tsx',
  'screens/edit-piece/click-settings-dialog.tsx',
  'kit/shortcuts/shortcuts-dialog.tsx',
]

const ACCOUNT = 'screens/account/account.tsx'

/** What the account screen shares with rare code elsewhere. */
const ACCOUNT_SHARED = [
  'identity/avatar.ts',
  'kit/download-file.ts',
  'api/account-calls.ts',
  'billing/purchase.ts',
]

/** Beside the list of parts, and on the page of a piece. */
const PART_DETAILS = ['screens/practice/part-details.tsx', 'kit/music/part-trend.tsx']

/** What these share is too small for a file of its own as well. */
const HISTORY = ['screens/piece/piece.tsx', 'screens/history/practice-history.tsx']

/**
 * What one of these modules shares with a large chunk goes into the small one, so that no form waits for the database.
 */
const FORMS = ['screens/new-piece/new-piece.tsx', 'screens/edit-piece/edit-piece.tsx']

/**
 * Returns the chunk group that assigns our modules to output files (rule TL15). By default, Rolldown creates a file for
 * each small module that two lazy chunks share, and a signed-in screen would request eighty files.
 *
 * @param source the folder web/src
 */
export function chunkGroup(source: string): Rolldown.CodeSplittingGroup {
  let homes: ReadonlyMap<string, string> | null = null
  return {
    debugName: 'together',
    // Each import of a module is in its own chunk, in an earlier one or in one for signed-out visitors.
    includeDependenciesRecursively: false,
    name(id, context) {
      homes ??= homesOf(normalizePath(source).replace(/\/?$/, '/'), context)
      return homes.get(id) ?? null
    },
  }
}

type Home =
  | keyof typeof FILES
  | 'click-settings'
  | 'part-details'
  | 'pieces-shared'
  | 'practicing'
  | 'profile'
  | 'records'
  | 'shared'
  | 'signing-in'
  | 'social'
  | 'step'
  | 'trying'

function homesOf(source: string, context: Context): ReadonlyMap<string, string> {
  const neededBy = (files: readonly string[]) =>
    closureOf(
      files.map(file => `${source}${file}`),
      context,
    )
  const settled = new Set([...neededBy(FIRST_FOR_GUESTS), ...ALONE.map(file => `${source}${file}`)])
  const homes = new Map<string, string>()
  function settle(home: Home, ids: Iterable<string>) {
    for (const id of ids) {
      if (!settled.has(id)) homes.set(id, home)
      settled.add(id)
    }
  }

  const first = FIRST_SCREENS.map(file => neededBy([file]))
  const files = Object.values(FILES).map(neededBy)
  const large = [FILES.store, FILES.sync].map(neededBy)
  const signedIn = [neededBy(FILES['signed-in']), ...first]
  // Otherwise guests would load the whole frame of the signed-in screens or the database with it.
  settle('shared', inSeveral([neededBy(FILES.idle)], [...signedIn, neededBy(FILES.store)], 1))
  settle('shared', inSeveral([neededBy([...SIGNING_IN, ...OTHER_FOR_GUESTS])], [...signedIn, ...files], 1))
  settle('social', inSeveral([neededBy(SIGNING_IN)], [neededBy([ACCOUNT])], 1))
  settle('signing-in', neededBy(SIGNING_IN))
  for (const id of neededBy(OTHER_FOR_GUESTS)) settled.add(id)
  settle('step', inSeveral([neededBy(TRY_OUT)], signedIn, 1))
  settle('signed-in', neededBy(FILES['signed-in']))
  const [ofPieces = new Set<string>(), ofPractice = new Set<string>()] = first
  // Practice does not wait for the dialogs that the list of pieces shares with later code.
  const onlyPieces = new Set([...ofPieces].filter(id => !ofPractice.has(id)))
  settle('pieces-shared', inSeveral([onlyPieces], files, 1))
  settle('signed-in', inSeveral(first, [...first, ...files], 2))
  const history = HISTORY.map(file => neededBy([file]))
  // Otherwise the library could be opened only after everything that is needed later.
  const later = [neededBy(FILES.idle), neededBy(FILES.queues), neededBy(FORMS), ...history]
  settle('records', inSeveral(later, [neededBy(FILES.store), ...first], 1))
  settle('idle', neededBy(FILES.idle))
  settle('queues', neededBy(FILES.queues))
  settle('queues', inSeveral([neededBy(FORMS)], large, 1))
  settle('queues', inSeveral(history, history, 2))
  settle('store', neededBy(FILES.store))
  settle('sync', neededBy(FILES.sync))
  // What a routine shares with its overview compresses best in the chunk of SignedInFrame; no other screen needs the rest.
  settle('signed-in', inSeveral([neededBy(PRACTICING)], first, 1))
  const dialogs = CLICK_SETTINGS.map(file => neededBy([file]))
  settle('click-settings', inSeveral(dialogs, dialogs, 2))
  // Visitors who try the click load this without the rest of a routine.
  settle('trying', inSeveral([neededBy(TRY_OUT)], [neededBy(PRACTICING)], 1))
  const elsewhere = neededBy([...TRY_OUT, ...FORMS])
  settle(
    'practicing',
    [...neededBy(PRACTICING)].filter(id => !elsewhere.has(id)),
  )
  settle('part-details', neededBy(PART_DETAILS))
  settle('profile', neededBy(ACCOUNT_SHARED))
  return homes
}

/** Returns the ids that occur in at least one of `sets` and in at least `least` of `others`. */
const inSeveral = (sets: readonly Ids[], others: readonly Ids[], least: number): string[] =>
  sets.flatMap(set => [...set]).filter(id => others.filter(other => other.has(id)).length >= least)

/** Returns the modules and everything they import statically. */
function closureOf(roots: readonly string[], context: Context): Ids {
  const found = new Set<string>()
  const open = [...roots]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    const known = context.getModuleInfo(id)
    if (known === null) throw new Error(`${id} is not in the build: has it been renamed?`)
    open.push(...known.importedIds)
  }
  return found
}

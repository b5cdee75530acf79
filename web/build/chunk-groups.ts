import { normalizePath, type Rolldown } from 'vite'

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1]
type Ids = ReadonlySet<string>

/** What somebody who is not signed in sees, beside the entry. Its files stay as small as they are. */
const FOR_GUESTS = [
  'main.tsx',
  'screens/sign-in/sign-in.tsx',
  'screens/sign-in/check-email.tsx',
  'screens/sign-in/social-buttons.tsx',
  'screens/confirm/confirm.tsx',
  'screens/legal/legal-page.tsx',
  'screens/not-found/not-found.tsx',
]

/** These keep names of their own, by which the server and the budgets ask for them. */
const ALONE = ['signed-in-frame.tsx', 'store/open-store.ts']

/** What comes soon after every start, a file each: what these modules import and no file before it has. */
const FILES = {
  'signed-in': ['signed-in-frame.tsx'],
  'at-leisure': ['after-load.ts', 'kit/toasts.tsx'],
  queues: ['store/with-lock.ts', 'store/new-ids.ts', 'store/one-at-a-time.ts', 'outside/feedback-post.ts'],
  store: ['store/open-store.ts'],
  schemas: ['outside/analytics-delivery.ts'],
  sync: ['sync/sync-loop.ts', 'sync-dialog.tsx', 'screens/feedback/feedback.tsx'],
}

/** What one of these shares with the other or with one of the files comes with the frame. */
const FIRST_SCREENS = ['screens/pieces/pieces.tsx', 'screens/practice/practice.tsx']

/** What one of these shares with a large file comes with the small one, so that it waits for no database. */
const FORMS = ['screens/new-piece/new-piece.tsx', 'screens/edit-piece/edit-piece.tsx']

/**
 * Which of our modules travel in one file (rule TL17). Left alone, each small part that two lazy files share becomes a
 * file of its own, and a signed-in screen asks for eighty.
 *
 * @param source the folder web/src
 */
export function chunkGroup(source: string): Rolldown.CodeSplittingGroup {
  let homes: ReadonlyMap<string, string> | null = null
  return {
    debugName: 'together',
    // What a module imports stands in its own file, in one before it or in one for guests.
    includeDependenciesRecursively: false,
    name(id, context) {
      homes ??= homesOf(normalizePath(source).replace(/\/?$/, '/'), context)
      return homes.get(id) ?? null
    },
  }
}

function homesOf(source: string, context: Context): ReadonlyMap<string, string> {
  const neededBy = (files: readonly string[]) =>
    closureOf(
      files.map(file => `${source}${file}`),
      context,
    )
  const settled = new Set([...neededBy(FOR_GUESTS), ...ALONE.map(file => `${source}${file}`)])
  const homes = new Map<string, string>()
  function settle(home: keyof typeof FILES, ids: Iterable<string>) {
    for (const id of ids) {
      if (!settled.has(id)) homes.set(id, home)
      settled.add(id)
    }
  }

  const first = FIRST_SCREENS.map(file => neededBy([file]))
  const files = Object.values(FILES).map(neededBy)
  const large = [FILES.store, FILES.schemas, FILES.sync].map(neededBy)
  settle('signed-in', neededBy(FILES['signed-in']))
  settle('signed-in', inSeveral(first, [...first, ...files], 2))
  settle('at-leisure', neededBy(FILES['at-leisure']))
  settle('queues', neededBy(FILES.queues))
  settle('queues', inSeveral([neededBy(FORMS)], large, 1))
  settle('store', neededBy(FILES.store))
  settle('schemas', neededBy(FILES.schemas))
  settle('sync', neededBy(FILES.sync))
  return homes
}

/** What is in some of the sets and in so many of the others. */
const inSeveral = (sets: readonly Ids[], others: readonly Ids[], least: number): string[] =>
  sets.flatMap(set => [...set]).filter(id => others.filter(other => other.has(id)).length >= least)

/** The modules and everything they import at once. */
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

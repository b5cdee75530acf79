import type { PastPractice } from '../history/filled-history.ts'
import { CLAIR_PIECE, LONG_NAME_PIECES, SWAN_PIECE } from './libraries.ts'
import { practiceStates } from './practicing.ts'
import { statesOfRoute } from './state.ts'
import { letRequestsThrough, SYNC_URL } from './trouble.ts'
import type { Visit } from './visit.ts'

const [LONG] = LONG_NAME_PIECES
const FIRST_SECTION = LONG?.parts[0]?.[0] ?? ''

/** Three days, the last of which is yesterday. */
const ONE_WEEK: readonly PastPractice[] = [1, 2, 3].flatMap(daysAgo => [
  { daysAgo, piece: SWAN_PIECE.name, tempo: 60, seconds: 240 },
  { daysAgo, piece: CLAIR_PIECE.name, part: 'En animant', tempo: 58 - daysAgo, seconds: 500 },
])

/** Most days of twenty weeks, the last nine of them with time; the names are as long as names can be. */
const TWENTY_WEEKS: readonly PastPractice[] = Array.from({ length: 140 }, (_, daysAgo) => daysAgo)
  .filter(daysAgo => daysAgo % 7 !== 2 && daysAgo % 23 > 4)
  .map(daysAgo => ({
    daysAgo,
    piece: LONG?.name ?? '',
    part: FIRST_SECTION,
    tempo: 200 - Math.round(daysAgo / 2),
    ...(daysAgo < 63 && { seconds: 300 + ((daysAgo * 97) % 31) * 60 }),
  }))

/** The screen states of the practice history. */
export const practiceHistoryStates = statesOfRoute(
  '/history',
  'signed-in',
  [
    {
      name: 'history-loading',
      after: 'practice-loading',
      async open(visit) {
        await fromAccount(visit)
        await visit.see('library.loading')
      },
    },
    {
      name: 'history-empty',
      after: 'history-loading',
      async open(visit) {
        await letRequestsThrough(visit.page, SYNC_URL)
        await visit.page.reload()
        await visit.heading('history:empty.title').waitFor()
      },
    },
    {
      name: 'history-one-week',
      after: 'history-empty',
      async open(visit) {
        await practiceOneWeek(visit)
        await visit.button('history:asTable').waitFor()
      },
    },
    { name: 'history', open: atTwentyWeeks },
    {
      name: 'history-table',
      after: 'history',
      async open(visit) {
        await visit.press('history:asTable')
        await visit.page.getByRole('table').waitFor()
      },
    },
    {
      name: 'history-earlier',
      after: 'history-table',
      async open(visit) {
        await visit.press('history:asChart')
        await visit.press('history:earlier')
        await visit.button('history:later').waitFor()
      },
    },
  ],
  practiceStates,
)

async function practiceOneWeek({ musician }: Visit) {
  await musician.fillLibrary([SWAN_PIECE, CLAIR_PIECE])
  await musician.fillHistory(ONE_WEEK)
}

/** Goes from any screen by way of the account, where the link to the history is. */
async function fromAccount({ link, heading }: Visit) {
  await link('navigation.account').click()
  await link('account:history').click()
  await heading('history:title').waitFor()
}

async function atTwentyWeeks({ page, musician, button }: Visit) {
  await musician.signIn()
  await musician.fillLibrary(LONG_NAME_PIECES)
  await musician.fillHistory(TWENTY_WEEKS)
  await page.goto('/history')
  await button('history:asTable').waitFor()
}

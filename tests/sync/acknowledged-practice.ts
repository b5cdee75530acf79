import { createPiece, addPracticeEntry, randomPartId, randomPieceId } from '#tests/library/library-changes.ts'
import { aUser, SyncingDevice, type LibraryServer } from './library-server.ts'

/**
 * Saves tempos without a pause, to be called while the database fails. `lost` stops it and returns the practice entries
 * that the server acknowledged but the database does not contain; `refusals` has the statuses other than 200.
 */
export async function practiceWithoutPause(server: LibraryServer) {
  const device = new SyncingDevice(server, await aUser(server))
  const [pieceId, partId] = [randomPieceId(), randomPartId()]
  await device.sync(createPiece({ pieceId, partIds: [partId] }))
  const acknowledged: string[] = []
  const refusals: number[] = []
  const end = new AbortController()
  const practicing = (async () => {
    while (!end.signal.aborted) {
      const change = addPracticeEntry(pieceId, partId)
      const answer = await device.post(JSON.stringify({ ...device.request(), changes: [change] }))
      if (answer.status !== 200) refusals.push(answer.status)
      else if ((await answer.json()).results[0].status === 'applied') acknowledged.push(change.args.id)
    }
  })()
  return {
    user: device.user,
    acknowledged,
    refusals,
    async lost(): Promise<string[]> {
      end.abort()
      await practicing
      const { db } = server.database
      const rows = await db.selectFrom('practice').select('id').where('user_id', '=', device.user).execute()
      const stored = new Set<string>(rows.map(({ id }) => id))
      return acknowledged.filter(id => !stored.has(id))
    },
  }
}

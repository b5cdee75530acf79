import { SYNC_PROTOCOL_VERSION } from '#core/protocol/sync-protocol.ts'
import type { ServerContext } from '#server/context.ts'
import { runSyncRound } from '#server/library/sync-round.ts'
import { DEFAULT_USER_QUOTA } from '#server/library/user-quota.ts'
import { createSampleChanges } from './sample-library.ts'

export type SeedResult = { kind: 'filled' } | { kind: 'not-empty'; pieces: number }

/** Writes the sample as a syncing device does, so that limits and rules apply. Throws if a change is rejected. */
export async function seedSampleLibrary(
  { database, identity, log, now }: Pick<ServerContext, 'database' | 'identity' | 'log' | 'now'>,
  email: string,
): Promise<SeedResult> {
  const userId = await userIdOf(identity, email)
  const round = async (changes: { id: string }[]) => {
    const answered = await runSyncRound(database.db, log, {
      userId,
      request: {
        clientId: 'seed',
        schema: SYNC_PROTOCOL_VERSION,
        epoch: null,
        clientNow: now(),
        since: 0,
        entriesSince: 0,
        changes,
      },
      now: now(),
      share: DEFAULT_USER_QUOTA,
    })
    if (answered.kind !== 'answered') throw new Error(`The account cannot be filled: ${answered.kind}`)
    return answered
  }
  const { answer } = await round([])
  const pieces = answer.rows.pieces.filter(({ deletedAt }) => deletedAt === null).length
  if (pieces > 0) return { kind: 'not-empty', pieces }

  const { answer: filled, newRevision } = await round(createSampleChanges(now()))
  const refused = filled.results.find(({ status }) => status !== 'applied')
  if (refused !== undefined) throw new Error(`A sample was refused: ${JSON.stringify(refused)}`)
  if (newRevision !== null) database.bus.publish(userId, newRevision)
  return { kind: 'filled' }
}

/** Signs in and out again, because only a sign-in creates users. */
async function userIdOf(identity: ServerContext['identity'], email: string): Promise<string> {
  const request = new Request('http://localhost/')
  const { token } = await identity.createSignInLink(request, email)
  const result = await identity.signInWithLink(request, email, token)
  if (result.kind !== 'signed-in') throw new Error('A fresh sign-in link was refused')
  const cookie = result.cookies.map(each => each.split(';')[0]).join('; ')
  await identity.signOut(new Request('http://localhost/', { headers: { cookie } }))
  return result.user.id
}

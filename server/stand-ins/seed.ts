import { SYNC_SCHEMA } from '#core/sync-protocol.ts'
import type { Context } from '#server/context.ts'
import { syncRound } from '#server/library/sync-round.ts'
import { sampleChanges } from './sample-library.ts'

export type Seeded = { kind: 'filled' } | { kind: 'not-empty'; pieces: number }

/**
 * Fills an account with a believable library, for trying out; makes the account where there is none. The
 * changes go the way of every change, so limits and rules hold for them too. An account that has pieces is
 * left as it is.
 */
export async function seed(
  { database, identity, log, now }: Pick<Context, 'database' | 'identity' | 'log' | 'now'>,
  email: string,
): Promise<Seeded> {
  const userId = await userIdOf(identity, email)
  const round = async (changes: { id: string }[]) => {
    const answered = await syncRound(database.db, log, {
      userId,
      request: { clientId: 'seed', schema: SYNC_SCHEMA, epoch: null, clientNow: now(), since: 0, changes },
      now: now(),
    })
    if (answered === null) throw new Error('The account was deleted meanwhile')
    return answered
  }
  const { answer } = await round([])
  const pieces = answer.rows.pieces.filter(({ deletedAt }) => deletedAt === null).length
  if (pieces > 0) return { kind: 'not-empty', pieces }

  const { answer: filled, wrote } = await round(sampleChanges(now()))
  const refused = filled.results.find(({ status }) => status !== 'applied')
  if (refused !== undefined) throw new Error(`A sample was refused: ${JSON.stringify(refused)}`)
  if (wrote !== null) database.bus.publish(userId, wrote)
  return { kind: 'filled' }
}

/** The account of an address, by signing in to it and out again: the only way in which accounts come to be. */
async function userIdOf(identity: Context['identity'], email: string): Promise<string> {
  const request = new Request('http://localhost/')
  const { token } = await identity.makeLink(request, email)
  const result = await identity.signInWithLink(request, email, token)
  if (result.kind !== 'signed-in') throw new Error('A fresh sign-in link was refused')
  const cookie = result.cookies.map(each => each.split(';')[0]).join('; ')
  await identity.signOut(new Request('http://localhost/', { headers: { cookie } }))
  return result.user.id
}

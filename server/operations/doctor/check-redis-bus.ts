import { connectRedis } from '#server/database/redis-connection.ts'
import { redisRevisionChannel } from '#server/database/redis-bus.ts'
import { formatRevisionNotices } from '#server/database/revision-notices.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { createFaultFinding, createGoodFinding } from './finding.ts'
import type { DoctorFinding } from './finding.ts'

const AREA = 'Redis'
const ANSWER_MILLISECONDS = 5000

/**
 * Checks whether servers can notify each other through the Redis server of LIVE, by sending an empty message
 * through it and waiting for it to come back. Returns no findings if LIVE is not used.
 */
export async function checkRedisBus({ live }: Pick<Configuration, 'live'>): Promise<DoctorFinding[]> {
  if (live === 'listen' || live === 'poll') return []
  const { host } = new URL(live.url)
  const started = Date.now()
  try {
    await sendToOurselves(live.url)
    return [createGoodFinding(AREA, `${host} passes on what is new, in ${Date.now() - started} ms`)]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [createFaultFinding(AREA, `${host} passes on nothing: ${reason}`, ADVICE)]
  }
}

const ADVICE =
  'See that Redis (6 or newer) or Valkey runs, and that scheme, host, port, user and password in LIVE are right;' +
  ' with access lists the user needs the commands @connection and @pubsub and the channels dacapo_revision_*.'

async function sendToOurselves(url: string): Promise<void> {
  const connection = await connectRedis(url, ANSWER_MILLISECONDS, new AbortController().signal)
  const heard = Promise.withResolvers<void>()
  const timer = setTimeout(() => heard.reject(new Error('no message came back')), ANSWER_MILLISECONDS)
  const send = async () => {
    await connection.subscribe(redisRevisionChannel(url), () => heard.resolve())
    await connection.publish(redisRevisionChannel(url), formatRevisionNotices([]))
  }
  try {
    // Awaited together, because a Redis that answers neither must not let the time pass unnoticed.
    await Promise.all([send(), heard.promise])
  } finally {
    clearTimeout(timer)
    connection.close()
  }
}

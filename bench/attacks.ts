import { randomUUID } from 'node:crypto'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import type { PartId, PieceId } from '#core/library/piece.ts'
import { addPracticeEntry, retractPractice } from '#tests/library/library-changes.ts'

/**
 * The attacks of one signed-in account on a server, each repeated as fast as it is answered. Runs as a worker, which
 * reports its answers when it is stopped.
 */
export const ATTACKS = [
  'rounds of 100 changes',
  '40 rounds at once',
  '40 times taking back',
  '6 exports at once',
  'events',
] as const
/** The name of an attack. */
export type Attack = (typeof ATTACKS)[number]

/** The attacker's address, as the proxy names it. */
const FROM = { 'x-forwarded-for': '198.51.100.7' }

type Target = { attack: Attack; origin: string; cookie: string; pieceId: PieceId; partId: PartId }

async function run(target: Target): Promise<void> {
  const stopped = new AbortController()
  parentPort?.once('message', () => stopped.abort())
  const answers = new Map<number | 'given up', number>()
  const loop = async () => {
    while (!stopped.signal.aborted) {
      const told = await answered(target, stopped.signal)
      answers.set(told, (answers.get(told) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE[target.attack] }, loop))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage([...answers].map(([status, count]) => `${count} × ${status}`).join(', '))
}

/** The status of one answer that was read to its end; an attack that is stopped waits for none. */
async function answered(target: Target, signal: AbortSignal): Promise<number | 'given up'> {
  try {
    const answer = await send(target, signal)
    await answer.arrayBuffer()
    return answer.status
  } catch (error) {
    if (!signal.aborted) throw error
    return 'given up'
  }
}

const AT_ONCE: Record<Attack, number> = {
  'rounds of 100 changes': 1,
  '40 rounds at once': 40,
  '40 times taking back': 40,
  '6 exports at once': 6,
  events: 6,
}

function send({ attack, origin, cookie, pieceId, partId }: Target, signal: AbortSignal): Promise<Response> {
  const post = (path: string, body: object, headers: Record<string, string> = { cookie }) =>
    fetch(`${origin}/api/v1/${path}`, {
      method: 'POST',
      signal,
      headers: { ...FROM, ...headers, origin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const sync = (changes: readonly object[]) =>
    post('sync', { clientId: 'attacker', schema: 1, epoch: null, clientNow: Date.now(), since: 0, changes })
  const practice = () => addPracticeEntry(pieceId, partId, { at: Date.now() })
  switch (attack) {
    case 'rounds of 100 changes':
      return sync(Array.from({ length: 100 }, practice))
    case '40 rounds at once':
      return sync([practice()])
    case '40 times taking back': {
      const entry = practice()
      return sync([entry, retractPractice(entry.args.id, { at: Date.now() })])
    }
    case '6 exports at once':
      return fetch(`${origin}/api/v1/account/export`, { headers: { ...FROM, cookie }, signal })
    case 'events':
      return post(
        'events',
        {
          events: Array.from({ length: 50 }, () => ({ id: randomUUID(), name: 'add_piece', at: Date.now() })),
        },
        {},
      )
  }
}

if (!isMainThread) await run(workerData)

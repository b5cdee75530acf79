import { meantFor } from '#core/meant-for.ts'
import { isObject, request, textOrNull, type Failure } from './request.ts'

/** Where the user is signed in. */
export type DeviceAnswer = {
  readonly id: string
  readonly createdAt: number
  readonly lastSeenAt: number
  /** By their own names, or null where they are not known. */
  readonly browser: string | null
  readonly system: string | null
  /** Whether it is this very browser. */
  readonly current: boolean
}

/** The devices of a user, this one first. */
export async function getDevices(
  userId: string,
): Promise<{ kind: 'devices'; devices: readonly DeviceAnswer[] } | Failure> {
  const answer = await request('GET', '/api/v1/sessions', undefined, meantFor(userId))
  if (answer.kind !== 'answer') return answer
  const sessions = isObject(answer.body) ? answer.body['sessions'] : null
  if (!Array.isArray(sessions)) return { kind: 'unexpected', status: 200 }
  return { kind: 'devices', devices: sessions.flatMap(deviceIn) }
}

/** Signs a device out, or all but this one; one that is out already counts as done (rule ID23). */
export async function deleteDevice(userId: string, id: string | null): Promise<{ kind: 'done' } | Failure> {
  const path = id === null ? '/api/v1/sessions' : `/api/v1/sessions/${encodeURIComponent(id)}`
  const answer = await request('DELETE', path, undefined, meantFor(userId))
  const isDone = answer.kind === 'answer' || (answer.kind === 'problem' && answer.code === 'not-found')
  return isDone ? { kind: 'done' } : answer
}

function deviceIn(input: unknown): DeviceAnswer[] {
  if (!isObject(input)) return []
  const { id, createdAt, lastSeenAt, browser, system, current } = input
  if (typeof id !== 'string' || typeof createdAt !== 'number' || typeof lastSeenAt !== 'number') return []
  const names = { browser: textOrNull(browser), system: textOrNull(system) }
  return [{ id, createdAt, lastSeenAt, ...names, current: current === true }]
}

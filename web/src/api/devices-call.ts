import { expectedUserHeader } from '#core/protocol/expected-user.ts'
import { requestApi } from './request.ts'
import { isObject, parseNonEmptyString, type RequestFailure } from './send-request.ts'

/** A browser on which the user is signed in, as returned by the server. Times are in milliseconds since 1970. */
export type DeviceResponse = {
  readonly id: string
  readonly createdAt: number
  readonly lastSeenAt: number
  /** Names of the browser and the operating system, or null if unknown. */
  readonly browser: string | null
  readonly system: string | null
  /** True if the device is this browser. */
  readonly current: boolean
}

/** Fetches the devices on which the user is signed in (GET /api/v1/sessions). This device comes first. */
export async function getDevices(
  userId: string,
): Promise<{ kind: 'devices'; devices: readonly DeviceResponse[] } | RequestFailure> {
  const answer = await requestApi('GET', '/api/v1/sessions', undefined, expectedUserHeader(userId))
  if (answer.kind !== 'answer') return answer
  const sessions = isObject(answer.body) ? answer.body['sessions'] : null
  if (!Array.isArray(sessions)) return { kind: 'unexpected', status: 200 }
  return { kind: 'devices', devices: sessions.flatMap(deviceIn) }
}

/**
 * Signs the user out on the device whose session has this id, or on all other devices if `id` is null. Also succeeds if
 * the device is already signed out (rule ID23).
 */
export async function signOutDevices(
  userId: string,
  id: string | null,
): Promise<{ kind: 'done' } | RequestFailure> {
  const path = id === null ? '/api/v1/sessions' : `/api/v1/sessions/${encodeURIComponent(id)}`
  const answer = await requestApi('DELETE', path, undefined, expectedUserHeader(userId))
  const isDone = answer.kind === 'answer' || (answer.kind === 'problem' && answer.code === 'not-found')
  return isDone ? { kind: 'done' } : answer
}

function deviceIn(input: unknown): DeviceResponse[] {
  if (!isObject(input)) return []
  const { id, createdAt, lastSeenAt, browser, system, current } = input
  if (typeof id !== 'string' || typeof createdAt !== 'number' || typeof lastSeenAt !== 'number') return []
  const names = { browser: parseNonEmptyString(browser), system: parseNonEmptyString(system) }
  return [{ id, createdAt, lastSeenAt, ...names, current: current === true }]
}

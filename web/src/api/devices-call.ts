import * as operations from '#core/protocol/operations.ts'
import { call, type ResponseOf } from './call.ts'
import { type RequestFailure } from './send-request.ts'

/** A browser on which the user is signed in, as returned by the server. Times are in milliseconds since 1970. */
export type DeviceResponse = ResponseOf<typeof operations.getSessions>['sessions'][number]

/** Fetches the devices on which the user is signed in. This device comes first. */
export async function getDevices(
  userId: string,
): Promise<{ kind: 'devices'; devices: readonly DeviceResponse[] } | RequestFailure> {
  const answer = await call(operations.getSessions, { userId })
  return answer.kind === 'answer' ? { kind: 'devices', devices: answer.body.sessions } : answer
}

/**
 * Signs the user out on the device whose session has this id, or on all other devices if `id` is null. Also succeeds if
 * the device is already signed out (rule ID23).
 */
export async function signOutDevices(
  userId: string,
  id: string | null,
): Promise<{ kind: 'done' } | RequestFailure> {
  const answer =
    id === null
      ? await call(operations.deleteOtherSessions, { userId })
      : await call(operations.deleteSession, { userId, parameters: { id } })
  const isDone = answer.kind === 'answer' || (answer.kind === 'problem' && answer.code === 'not-found')
  return isDone ? { kind: 'done' } : answer
}

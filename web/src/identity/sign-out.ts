import type { Failure } from '#web/api/request.ts'

export type SignedOut = { kind: 'signed-out' } | { kind: 'failed'; problem: Failure }

export async function signOut(): Promise<SignedOut> {
  return { kind: 'failed', problem: { kind: 'unexpected', status: 0 } }
}

import type { Failure } from '#web/api/request.ts'

export type LinkAsked = { kind: 'sent' } | { kind: 'failed'; problem: Failure }
export type Confirmed = { kind: 'signed-in'; created: boolean } | { kind: 'failed'; problem: Failure }
export type Proof = { email: string; token: string } | { email: string; code: string }

const nothingYet: Failure = { kind: 'unexpected', status: 0 }

export async function requestSignInLink(_email: string, _language: string): Promise<LinkAsked> {
  return { kind: 'failed', problem: nothingYet }
}

export async function confirmSignIn(_proof: Proof): Promise<Confirmed> {
  return { kind: 'failed', problem: nothingYet }
}

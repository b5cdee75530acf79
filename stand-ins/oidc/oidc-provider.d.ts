// The package has no types. This file declares the part that the stand-in uses.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Ctx = {
    oidc: {
      result?: { login?: unknown }
      client?: { clientId: string }
      session?: { accountId?: string }
      provider: Provider
    }
  }

  export class Grant {
    constructor(about: { clientId: string; accountId: string })
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  export type Interaction = { uid: string; params: Readonly<Record<string, unknown>> }

  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    Grant: typeof Grant
    AccessToken: {
      find(token: string): Promise<{ accountId: string; clientId: string } | undefined>
    }
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<string>
    on(event: 'server_error', heard: (ctx: unknown, error: Error) => void): void
    /** Koa's setting that suppresses the printing of errors. */
    silent: boolean
  }

  export const interactionPolicy: {
    base(): { get(prompt: 'login'): { checks: { add(check: unknown): void } } }
    Check: {
      new (reason: string, description: string, decide: (ctx: Ctx) => boolean): unknown
      REQUEST_PROMPT: true
      NO_NEED_TO_PROMPT: false
    }
  }

  /** The part of koa's context that an error page needs. */
  type ErrorCtx = { type: string; body: string; set(name: string, value: string): void }

  export type { Ctx, ErrorCtx }
}

type Type = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
type Details = { status?: number; type?: Type; code?: string; param?: string }

/**
 * An error response of Stripe. Handlers of operations throw it, and createStripeApiHandler turns it into a response.
 */
export class StripeApiError extends Error {
  readonly status: number
  readonly type: Type
  readonly code: string | undefined
  readonly param: string | undefined

  constructor(message: string, { status = 400, type = 'invalid_request_error', code, param }: Details = {}) {
    super(message)
    this.status = status
    this.type = type
    this.code = code
    this.param = param
  }

  get body() {
    const { type, code, message, param } = this
    const help = code && { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }
    return { error: { type, ...(code && { code }), message, ...(param && { param }), ...help } }
  }
}

/** Creates the error with which Stripe answers an invalid request, by default with status 400. */
export const createInvalidRequestError = (message: string, details: Details = {}) =>
  new StripeApiError(message, details)

/** Creates Stripe's error for an unknown id. The status is 404 if the id is in the path, 400 if it is a parameter. */
export const createResourceMissingError = (what: string, id: string, param = 'id') =>
  new StripeApiError(`No such ${what}: '${id}'`, {
    status: param === 'id' ? 404 : 400,
    code: 'resource_missing',
    param,
  })

/** Creates the error with which Stripe answers a request that lacks a required parameter. */
export const createMissingParameterError = (param: string) =>
  new StripeApiError(`Missing required param: ${param}.`, { code: 'parameter_missing', param })

/**
 * Creates an error for a feature that the stand-in does not implement, so that a test fails instead of relying on the
 * feature.
 */
export const createUnsupportedError = (what: string) =>
  new StripeApiError(`The stand-in for Stripe cannot do this: ${what}`, { status: 501, type: 'api_error' })

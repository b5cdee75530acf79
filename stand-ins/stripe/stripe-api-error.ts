type Type = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
type Details = { status?: number; type?: Type; code?: string; param?: string }

/** A Stripe error response. Thrown by any operation and serialized in one place. */
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

/** Returns Stripe's error for a request that cannot be carried out. */
export const invalidRequest = (message: string, details: Details = {}) => new StripeApiError(message, details)

/** Creates the error for an unknown id: 404 if the path contains it, 400 if a parameter does. */
export const resourceMissing = (what: string, id: string, param = 'id') =>
  new StripeApiError(`No such ${what}: '${id}'`, {
    status: param === 'id' ? 404 : 400,
    code: 'resource_missing',
    param,
  })

/** Returns Stripe's error for a required parameter that is missing. */
export const missingParameter = (param: string) =>
  new StripeApiError(`Missing required param: ${param}.`, { code: 'parameter_missing', param })

/** Creates the error for a feature that the stand-in lacks, so that nobody mistakes silence for success. */
export const unsupportedByStandIn = (what: string) =>
  new StripeApiError(`The stand-in for Stripe cannot do this: ${what}`, { status: 501, type: 'api_error' })

/**
 * The API description of Stripe's invoices, invoice payments, charges and refunds, which the bundled extract of
 * Stripe's OpenAPI file lacks. Written by hand from the types of the npm package stripe 23.1.0, with only the
 * parameters that this app uses. Of a response, it describes only which fields are required.
 */
export const OPENAPI_ADDITIONS = {
  paths: {
    '/v1/invoices': {
      get: list('GetInvoices', 'R_invoice', {
        collection_method: { type: 'string', enum: ['charge_automatically', 'send_invoice'] },
        created: { anyOf: [{ type: 'number' }, ref('P_RangeQueryParam')] },
        customer: { type: 'string' },
        status: { type: 'string', enum: ['draft', 'open', 'paid', 'uncollectible', 'void'] },
        subscription: { type: 'string' },
      }),
    },
    '/v1/invoices/{invoice}': { get: one('GetInvoicesInvoice', 'R_invoice') },
    '/v1/invoice_payments': {
      get: list('GetInvoicePayments', 'R_invoice_payment', {
        invoice: { type: 'string' },
        payment: {
          type: 'object',
          required: ['type'],
          properties: {
            payment_intent: { type: 'string' },
            payment_record: { type: 'string' },
            type: { type: 'string', enum: ['payment_intent', 'payment_record'] },
          },
          additionalProperties: false,
        },
        status: { type: 'string', enum: ['canceled', 'open', 'paid'] },
      }),
    },
    '/v1/charges': {
      get: list('GetCharges', 'R_charge', {
        created: { anyOf: [{ type: 'number' }, ref('P_RangeQueryParam')] },
        customer: { type: 'string' },
        payment_intent: { type: 'string' },
      }),
    },
    '/v1/charges/{charge}': { get: one('GetChargesCharge', 'R_charge') },
    '/v1/refunds': {
      get: list('GetRefunds', 'R_refund', {
        charge: { type: 'string' },
        created: { anyOf: [{ type: 'number' }, ref('P_RangeQueryParam')] },
        payment_intent: { type: 'string' },
      }),
      post: {
        operationId: 'PostRefunds',
        requestBody: { content: { 'application/x-www-form-urlencoded': { schema: ref('P_refund_create') } } },
        responses: answering(ref('R_refund')),
      },
    },
    '/v1/refunds/{refund}': { get: one('GetRefundsRefund', 'R_refund') },
  },
  schemas: {
    P_refund_create: {
      type: 'object',
      properties: {
        amount: { type: 'number' },
        charge: { type: 'string' },
        expand: { type: 'array', items: { type: 'string' } },
        metadata: ref('P_MetadataParam'),
        payment_intent: { type: 'string' },
        reason: { type: 'string', enum: ['duplicate', 'fraudulent', 'requested_by_customer'] },
      },
      additionalProperties: false,
    },
    R_invoice: answer(
      'invoice',
      'amount_due amount_paid amount_remaining billing_reason collection_method created currency customer issuer lines livemode metadata parent period_end period_start status status_transitions subtotal total',
    ),
    R_invoice_payment: answer(
      'invoice_payment',
      'amount_paid amount_requested created currency invoice is_default livemode payment status status_transitions',
    ),
    R_charge: answer(
      'charge',
      'amount amount_captured amount_refunded captured created currency customer disputed livemode metadata paid payment_intent refunded status',
    ),
    R_refund: answer(
      'refund',
      'amount balance_transaction charge created currency customer metadata payment_intent reason receipt_number status',
    ),
  },
}

function ref(name: string) {
  return { $ref: `#/components/schemas/${name}` }
}

function answering(schema: Record<string, unknown>) {
  return { '200': { content: { 'application/json': { schema } } } }
}

function one(operationId: string, name: string) {
  return { operationId, responses: answering(ref(name)) }
}

function list(operationId: string, name: string, parameters: Record<string, unknown>) {
  const page = {
    limit: { type: 'number' },
    starting_after: { type: 'string' },
    ending_before: { type: 'string' },
  }
  return {
    operationId,
    parameters: Object.entries({ ...parameters, ...page }).map(([name, schema]) => ({
      name,
      in: 'query',
      required: false,
      schema,
    })),
    responses: answering({
      type: 'object',
      required: ['object', 'data', 'has_more', 'url'],
      properties: { object: { const: 'list' }, data: { type: 'array', items: ref(name) } },
    }),
  }
}

function answer(object: string, fields: string) {
  return {
    type: 'object',
    required: ['id', 'object', ...fields.split(' ')],
    properties: { id: { type: 'string' }, object: { const: object } },
    additionalProperties: true,
  }
}

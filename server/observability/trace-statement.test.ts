import type { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { finishSpan, traceStep } from './active-span.ts'
import type { ActiveSpan, SpanAttributes, SpanEnd } from './active-span.ts'
import { traceStatement } from './trace-statement.ts'

test('[HT89] a statement that failed is told by its code, without the values that its error repeats', async () => {
  const error = Object.assign(new Error('Key (email)=(kai@example.org) already exists.'), {
    code: '23505',
    detail: 'Key (email)=(kai@example.org) already exists.',
  })
  const { span, children } = aSpan()
  await finishSpan(span, async () =>
    traceStatement({
      level: 'error',
      error,
      query: aQuery('insert into "user" values ($1)'),
      queryDurationMillis: 1,
    }),
  )
  expect(children).toEqual([
    {
      name: 'INSERT user',
      attributes: expect.objectContaining({ 'db.query.text': 'insert into "user" values ($1)' }),
      end: { error: '23505' },
    },
  ])
})

test('[HT89] a text that stands in SQL is left out, and a long statement is cut', async () => {
  const { span, children } = aSpan()
  const long = `delete from mailbox where "to_address" = 'O''Neill' or id in (${'$1, '.repeat(1000)}$1)`
  await finishSpan(span, async () =>
    traceStatement({ level: 'query', query: aQuery(long), queryDurationMillis: 1 }),
  )
  const text = String(children[0]?.attributes['db.query.text'])
  expect(text).toMatch(/^delete from mailbox where "to_address" = '\?' or id in \(\$1, /)
  expect(text.length).toBe(1000)
  expect(children[0]?.name).toBe('DELETE mailbox')
})

test('[HT89] work that throws is told by the code or the class of its error', async () => {
  class SomethingFailed extends Error {}
  const { span, children } = aSpan()
  for (const error of [
    new SomethingFailed('kai@example.org'),
    Object.assign(new Error('x'), { code: 'ECONNRESET' }),
  ])
    await expect(
      finishSpan(span, () =>
        traceStep('step', { kind: 'client', attributes: {} }, () => Promise.reject(error)),
      ),
    ).rejects.toBe(error)
  expect(children.map(({ end }) => end)).toEqual([{ error: 'SomethingFailed' }, { error: 'ECONNRESET' }])
})

test('[HT88] what a request has begun and not awaited is not traced after its answer', async () => {
  const { span, children } = aSpan()
  const answered = Promise.withResolvers<void>()
  const statement = () =>
    traceStatement({ level: 'query', query: aQuery('select 1'), queryDurationMillis: 1 })
  const goesOn: Promise<void>[] = []
  await finishSpan(span, async () => {
    statement()
    goesOn.push(answered.promise.then(statement))
  })
  answered.resolve()
  await Promise.all(goesOn)
  expect(children).toHaveLength(1)
})

test('[HT90] where nothing is traced a step is only done, and a statement leaves nothing', async () => {
  traceStatement({ level: 'query', query: aQuery('select 1'), queryDurationMillis: 1 })
  expect(await traceStep('step', { kind: 'client', attributes: {} }, async () => 'done')).toBe('done')
})

const aQuery = (sql: string): CompiledQuery => ({
  sql,
  parameters: ['kai@example.org'],
  query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
  queryId: { queryId: 'a' },
})

/** A span that only notes its children. */
function aSpan() {
  const children: { name: string; attributes: SpanAttributes; end: SpanEnd | null }[] = []
  const span: ActiveSpan = {
    startChild(name, { attributes }) {
      const child = { name, attributes, end: null as SpanEnd | null }
      children.push(child)
      return { ...span, end: end => void (child.end = end) }
    },
    end: () => {},
  }
  return { span, children }
}

import { ExportResultCode } from '@opentelemetry/core'
import { expect, test } from 'vitest'
import { warnOfLostTraces } from './warn-of-lost-traces.ts'

const { SUCCESS, FAILED } = ExportResultCode

test('[HT91] only the first of several failures is logged, and only the first success after them', async () => {
  const results = [SUCCESS, FAILED, FAILED, FAILED, SUCCESS, SUCCESS, FAILED, SUCCESS]
  const told: ExportResultCode[] = []
  const logged: unknown[] = []
  const exporter = warnOfLostTraces(
    {
      export: (_, done) => done({ code: results[told.length] ?? SUCCESS }),
      shutdown: async () => undefined,
    },
    'collector:4318',
    { warn: (...line: unknown[]) => void logged.push(line.at(-1)) },
  )
  for (const _ of results) exporter.export([], ({ code }) => told.push(code))
  expect(told).toEqual(results)
  const lost = 'traces cannot be sent to collector:4318 and are lost'
  const again = 'traces are sent to collector:4318 again'
  expect(logged).toEqual([lost, again, lost, again])
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { aBrowser, aServer } from '#tests/server/whole-server.ts'

const root = join(import.meta.dirname, '../..')
const text = (file: string) => readFileSync(join(root, file), 'utf8')
const Dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
})

const alerts = text('deploy/prometheus/alerts.yaml')
const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
const queries = [
  ...[...alerts.matchAll(/^ +expr: (.+)$/gm)].map(([, query = '']) => query),
  ...Dashboard.parse(JSON.parse(text('deploy/grafana/dacapo.json'))).panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr),
  ),
]

test('[HT11] every metric and label value that an alert or a panel asks for is one of /metrics', async () => {
  const token = 'a token that shows the figures'
  const server = await aServer({ METRICS_TOKEN: token })
  await aBrowser(server).get('/api/v1/session')
  const answer = await aBrowser(server).send('/metrics', { headers: { authorization: `Bearer ${token}` } })
  const served = new Set([...(await answer.text()).matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name))
  await server.close()
  const used = queries.flatMap(query => query.match(/\b(?:dacapo|http|nodejs|process)_\w+/g) ?? [])
  expect(used.length).toBeGreaterThan(20)
  // The type of a histogram is listed under its name without the suffixes.
  const missing = used.filter(name => !served.has(name.replace(/_seconds_(bucket|count)$/, '_seconds')))
  expect(missing).toEqual([])
})

test('[HT11] every alert has its paragraph in the runbooks, and a firing and a quiet case in the tests of promtool', () => {
  expect(names.length).toBeGreaterThan(10)
  const paragraphs = [...text('docs/runbooks.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
  expect(paragraphs).toEqual(names)
  const tested = [...text('tests/observability/alerts.promtest.yaml').matchAll(/alertname: (\w+)/g)]
  expect(tested.map(([, name]) => name)).toEqual([...names, ...names])
})

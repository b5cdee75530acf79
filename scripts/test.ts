import { parseArgs } from 'node:util'
import { allStages } from './test/all-stages.ts'
import { getBrowser } from './test/browser.ts'
import type { Outcome, Stage } from './test/stage.ts'

// Everything that must hold, in one run: what failed is shown where it happened, the rest runs on, and the last line
// says how much of it holds. `npm test -- --only vitest,lint` runs some stages, for somebody at work on one thing.
const { values } = parseArgs({ options: { only: { type: 'string' } } })
const chosen = allStages.filter(
  stage => values.only === undefined || values.only.split(',').includes(stage.name),
)

const total = chosen.length === 0 ? noSuchStage() : await runAll(chosen)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

async function runAll(stages: Stage[]): Promise<Outcome> {
  const browser = stages.some(stage => stage.needsBrowser) ? await getBrowser() : null
  if (browser?.kind === 'none') return { passed: 0, failed: stages.length, output: report(browser.message) }
  if (browser?.kind === 'found') process.env['CHROMIUM_PATH'] = browser.path

  const outcomes: Outcome[] = []
  for (const stage of stages) outcomes.push(await runOne(stage))
  const sum = (count: (outcome: Outcome) => number) =>
    outcomes.reduce((all, outcome) => all + count(outcome), 0)
  return { passed: sum(outcome => outcome.passed), failed: sum(outcome => outcome.failed), output: '' }
}

async function runOne(stage: Stage): Promise<Outcome> {
  const started = performance.now()
  process.stdout.write(stage.name.padEnd(18))
  const outcome = await stage.run()
  const seconds = Math.round((performance.now() - started) / 1000)
  const count =
    outcome.failed === 0 ? `${outcome.passed} ok` : `${outcome.passed} ok, ${outcome.failed} FAILED`
  console.log(`${count.padEnd(22)}${seconds} s`)
  if (outcome.failed > 0) report(outcome.output)
  return outcome
}

function report(output: string) {
  console.log(`\n${output.trim()}\n`)
  return output
}

function noSuchStage(): Outcome {
  return {
    passed: 0,
    failed: 1,
    output: report(`There is: ${allStages.map(stage => stage.name).join(', ')}`),
  }
}

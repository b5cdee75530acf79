import { parseArgs } from 'node:util'
import { stageGroups } from './test/all-stages.ts'
import { getBrowser } from './test/browser.ts'
import { formatDuration, createDisplay } from './test/display.ts'
import { slowestTests } from './test/slowest-tests.ts'
import type { Outcome, Stage } from './test/stage.ts'
import { ALL_TESTS_VARIABLE } from './test/test-tags.ts'
import { readUsualTimes, writeUsualTimes } from './test/usual-times.ts'

// npm test: everything that a change can reasonably break. `-- --all` runs the rest as well, `-- --only vitest,lint`
// only some stages, `-- --slowest` names the ten slowest tests at the end. A run goes on after a failure; its last line
// is the sum of all stages.
const { values } = parseArgs({
  options: { all: { type: 'boolean' }, only: { type: 'string' }, slowest: { type: 'boolean' } },
})
const isAll = values.all === true
if (isAll) process.env[ALL_TESTS_VARIABLE] = '1'

const tier = isAll ? 'all' : 'main'
const display = createDisplay(readUsualTimes(tier), {
  write: text => process.stdout.write(text),
  isTerminal: process.stdout.isTTY,
  now: () => performance.now(),
})
const chosen = chosenGroups(values.only?.split(','))
const started = performance.now()
const ticking = setInterval(() => display.tick(), 1000).unref()
const outcomes = chosen.length === 0 ? [noSuchStage()] : await runAll(chosen)
clearInterval(ticking)

const sum = (count: (outcome: Outcome) => number) => outcomes.reduce((all, one) => all + count(one), 0)
const failed = sum(outcome => outcome.failed)
if (values.slowest === true) display.print(slowestTests(outcomes))
display.print(
  `\n${isAll ? 'npm test -- --all' : 'npm test'} took ${formatDuration((performance.now() - started) / 1000)}`,
)
display.print(`\n${sum(outcome => outcome.passed)} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function chosenGroups(only: readonly string[] | undefined): Stage[][][] {
  const isChosen = (stage: Stage) => only === undefined || only.includes(stage.name)
  return stageGroups
    .map(lanes => lanes.map(stages => stages.filter(isChosen)).filter(stages => stages.length > 0))
    .filter(lanes => lanes.length > 0)
}

async function runAll(chosen: Stage[][][]): Promise<Outcome[]> {
  const stages = chosen.flat(2)
  if (stages.some(stage => stage.needsBrowser)) {
    const browser = await getBrowser()
    if (browser.kind === 'none') {
      display.print(`\n${browser.message}\n`)
      return [{ passed: 0, failed: stages.length, output: '' }]
    }
    process.env['CHROMIUM_PATH'] = browser.path
    if (browser.headlessShell !== null) process.env['HEADLESS_SHELL_PATH'] = browser.headlessShell
  }
  const outcomes: Outcome[] = []
  for (const lanes of chosen) {
    await Promise.all(
      lanes.map(async lane => {
        for (const stage of lane) outcomes.push(await runOne(stage))
      }),
    )
  }
  return outcomes
}

async function runOne(stage: Stage): Promise<Outcome> {
  display.started(stage.name)
  const outcome = await stage.run({
    isAll,
    onProgress: progress => display.progressed(stage.name, progress),
  })
  const seconds = display.ended(stage.name, outcome)
  if (outcome.failed === 0) writeUsualTimes(tier, { [stage.name]: seconds })
  return outcome
}

function noSuchStage(): Outcome {
  const names = stageGroups.flat(2).map(stage => stage.name)
  display.print(`\nThere is: ${names.join(', ')}\n`)
  return { passed: 0, failed: 1, output: '' }
}

import { stageGroups } from './test/all-stages.ts'
import { chooseStages } from './test/chosen-stages.ts'
import { findOrInstallChromium } from './test/browser.ts'
import { formatDuration, createDisplay, slowestTests } from './test/display.ts'
import type { StageOutcome, Stage } from './test/stage.ts'
import { sizeTable } from './test/size-table.ts'
import { parseTestArguments, TEST_USAGE } from './test/test-arguments.ts'
import { ALL_TESTS_VARIABLE } from './test/test-tags.ts'
import { readUsualTimes, writeUsualTimes } from './test/last-stage-durations.ts'

// npm test: everything that a change can reasonably break. `-- --all` runs the rest as well, `-- --only vitest,lint`
// only some stages, `-- --slowest` names the ten slowest tests at the end. A run goes on after a failure; its last line
// is the sum of all stages.
const given = parseTestArguments(process.argv.slice(2))
if (given === 'help' || 'problem' in given) {
  process.stdout.write(`${given === 'help' ? '' : `${given.problem}\n\n`}${TEST_USAGE}\n`)
  process.exit(given === 'help' ? 0 : 2)
}
const { isAll } = given
if (isAll) process.env[ALL_TESTS_VARIABLE] = '1'

const tier = isAll ? 'all' : 'main'
const display = createDisplay(readUsualTimes(tier), {
  write: text => process.stdout.write(text),
  isTerminal: process.stdout.isTTY,
  now: () => performance.now(),
})
const { chosen, unknown } = chooseStages(stageGroups, isAll, given.only)
const started = performance.now()
const ticking = setInterval(() => display.tick(), 1000).unref()
const outcomes = unknown.length > 0 ? [noSuchStage()] : await runAll(chosen)
clearInterval(ticking)

const sum = (count: (outcome: StageOutcome) => number) => outcomes.reduce((all, one) => all + count(one), 0)
const failed = sum(outcome => outcome.failed)
if (given.namesSlowest) display.print(slowestTests(outcomes))
display.print(
  `\n${isAll ? 'npm test -- --all' : 'npm test'} took ${formatDuration((performance.now() - started) / 1000)}`,
)
display.print(`\n${sizeTable()}`)
display.print(`\n${sum(outcome => outcome.passed)} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function runAll(chosen: Stage[][][]): Promise<StageOutcome[]> {
  const stages = chosen.flat(2)
  if (stages.some(stage => stage.needsBrowser)) {
    const browser = await findOrInstallChromium()
    if (browser.kind === 'none') {
      display.print(`\n${browser.message}\n`)
      return [{ passed: 0, failed: stages.length, output: '' }]
    }
    process.env['CHROMIUM_PATH'] = browser.path
    if (browser.headlessShell !== null) process.env['HEADLESS_SHELL_PATH'] = browser.headlessShell
  }
  const outcomes: StageOutcome[] = []
  for (const lanes of chosen) {
    await Promise.all(
      lanes.map(async lane => {
        for (const stage of lane) outcomes.push(await runOne(stage, lanes.length === 1))
      }),
    )
  }
  return outcomes
}

async function runOne(stage: Stage, isAlone: boolean): Promise<StageOutcome> {
  display.started(stage.name)
  const outcome = await stage.run({
    isAll,
    isAlone,
    onProgress: progress => display.progressed(stage.name, progress),
  })
  const seconds = display.ended(stage.name, outcome)
  if (outcome.failed === 0) writeUsualTimes(tier, { [stage.name]: seconds })
  return outcome
}

function noSuchStage(): StageOutcome {
  const names = stageGroups.flat(2).map(stage => stage.name)
  display.print(`\nThere is: ${names.join(', ')}\n`)
  return { passed: 0, failed: 1, output: '' }
}

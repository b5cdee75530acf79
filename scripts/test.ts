import { buildIfStale } from './set-up/build.mjs'
import { provideChromium } from './test/browser.ts'
import { repositorySizeTable } from './size.ts'
import { chooseStages, parseTestArguments, TEST_STAGE_GROUPS, TEST_USAGE, type Stage } from './test/stages.ts'
import type { StageOutcome } from './test/judge-test-run.ts'
import { THOROUGH_TESTS_VARIABLE } from './test/test-tags.ts'

// npm test: everything that a change can reasonably break. `-- --all` runs the rest as well, `-- --only vitest,lint`
// only some stages. A run goes on after a failure; its last line is the sum of all stages.
const running = new Map<string, number>()

async function main() {
  const given = parseTestArguments(process.argv.slice(2))
  if (given === 'help' || 'problem' in given) {
    console.log(given === 'help' ? TEST_USAGE : `${given.problem}\n\n${TEST_USAGE}`)
    process.exitCode = given === 'help' ? 0 : 2
    return
  }
  if (given.isAll) process.env[THOROUGH_TESTS_VARIABLE] = '1'
  const { chosen, unknown } = chooseStages(TEST_STAGE_GROUPS, given.isAll, given.only)
  const started = performance.now()
  setInterval(printRunning, 60_000).unref()
  const outcomes = unknown.length > 0 ? [noSuchStage(unknown)] : await runAll(chosen, given.isAll)
  const sum = (count: (outcome: StageOutcome) => number) => outcomes.reduce((all, one) => all + count(one), 0)
  const failed = sum(outcome => outcome.failed)
  console.log(`\n${given.isAll ? 'npm test -- --all' : 'npm test'} took ${timeSince(started)}`)
  console.log(`\n${repositorySizeTable()}`)
  console.log(`\n${sum(outcome => outcome.passed)} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}

async function runAll(chosen: readonly Stage[][][], isAll: boolean): Promise<StageOutcome[]> {
  const stages = chosen.flat(2)
  const needsBrowser = stages.some(stage => stage.needsBrowser)
  const trouble = needsBrowser ? await provideChromium() : null
  if (trouble !== null) {
    console.log(`\n${trouble}\n`)
    return [{ passed: 0, failed: stages.length, output: '' }]
  }
  // With --only, the stage that builds may not be among them; what needs a browser needs the built app too.
  if (needsBrowser && stages.every(stage => stage.name !== 'build')) await buildIfStale()
  const outcomes: StageOutcome[] = []
  const runLane = async (lane: readonly Stage[]) => {
    for (const stage of lane) outcomes.push(await runStage(stage, isAll))
  }
  for (const lanes of chosen) await Promise.all(lanes.map(runLane))
  return outcomes
}

async function runStage(stage: Stage, isAll: boolean): Promise<StageOutcome> {
  const since = performance.now()
  running.set(stage.name, since)
  const outcome = await stage.run(isAll)
  running.delete(stage.name)
  const { passed, failed, output, skips = [] } = outcome
  const count = failed === 0 ? `${passed} ok` : `${passed} ok, ${failed} FAILED`
  console.log(`${stage.name.padEnd(33)}${count.padEnd(24)}${timeSince(since)}`)
  for (const skip of skips) console.log(`  skipped: ${skip}`)
  if (failed > 0) console.log(`\n${output.trim()}\n`)
  return outcome
}

// Says once a minute that the run goes on.
function printRunning() {
  console.log(`  … ${[...running].map(([name, since]) => `${name} ${timeSince(since)}`).join('   ')}`)
}

function timeSince(start: number): string {
  const seconds = Math.round((performance.now() - start) / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function noSuchStage(unknown: readonly string[]): StageOutcome {
  const names = TEST_STAGE_GROUPS.flat(2).map(stage => stage.name)
  console.log(`\nThere is no stage ${unknown.join(', ')}, only: ${names.join(', ')}\n`)
  return { passed: 0, failed: 1, output: '' }
}

await main()

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take half a minute or more, slowest first: one that began last would run alone at the end. */
const SLOWEST_FILES = [
  'tests/operations/killed-server.all.test.ts',
  'tests/operations/full-disk.all.test.ts',
  'tests/failover/failover.all.test.ts',
  'tests/security/attacks.all.test.ts',
  'tests/database/distributed-by-user.all.test.ts',
  'tests/database/revision-bus.test.ts',
  'server/operations/commands.test.ts',
  'tests/billing/billing-postgres.test.ts',
]

/**
 * Vitest's order of test files, with the slowest ones first. Vitest sorts by how long each file took last time, but in
 * a fresh clone it knows no times and sorts by file size.
 */
export class SlowestFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => SLOWEST_FILES.some(path => moduleId.endsWith(path))
    const sorted = await super.sort(files)
    return [...sorted.filter(isSlow), ...sorted.filter(file => !isSlow(file))]
  }
}

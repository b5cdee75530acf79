import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files that take half a minute or longer. If one of them started last, it would run alone at the end. */
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

/** Vitest sorts test files by their last duration. In a fresh clone it knows none and sorts by file size. */
export class ListedSlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => SLOWEST_FILES.some(path => moduleId.endsWith(path))
    const sorted = await super.sort(files)
    return [...sorted.filter(isSlow), ...sorted.filter(file => !isSlow(file))]
  }
}

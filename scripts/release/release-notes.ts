/** A version to release: its number, date, commits and database schema. */
export type ReleasedVersion = {
  version: string
  /** The day of the release, YYYY-MM-DD. */
  date: string
  /** Subject lines of all commits since the version before, newest first. */
  subjects: readonly string[]
  /** Name of the newest database migration. */
  schema: string
}

/** Kinds of commits that somebody who uses or runs Dacapo notices. */
const HEADINGS = { feat: 'New', fix: 'Mended', perf: 'Quicker' } as const
const SUBJECT = /^(feat|fix|perf)(?:\(([^)]+)\))?(!?): (.+)$/
const UNRELEASED = '## [Unreleased]\n'

/**
 * Returns the text of CHANGELOG.md after a release. The content of the section "Unreleased" moves to a new section for
 * the version, followed by a list of the version's commits. Throws if there is no section "Unreleased", or if there
 * already is one for the version.
 */
export function releaseChangelog(
  changelog: string,
  { version, date, subjects, schema }: ReleasedVersion,
): string {
  if (!changelog.includes(UNRELEASED)) throw new Error('CHANGELOG.md has no Unreleased')
  if (changelog.includes(`## [${version}]`)) throw new Error(`CHANGELOG.md has a part for ${version} already`)
  const [before = '', after = ''] = changelog.split(UNRELEASED)
  const end = after.indexOf('\n## [')
  const written = (end === -1 ? after : after.slice(0, end)).trim()
  const older = end === -1 ? '' : after.slice(end)
  const released = [
    `## [${version}] - ${date}`,
    `Database schema \`${schema}\`.`,
    ...(written === '' ? [] : [written]),
    ...commitLists(subjects),
  ]
  return `${before}${UNRELEASED}\n${released.join('\n\n')}\n${older}`
}

/**
 * Returns the next version according to the commits since `version`: major for a breaking change marked `!` (minor
 * before 1.0.0), minor for a feature, otherwise patch.
 */
export function nextVersion(version: string, subjects: readonly string[]): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const matches = subjects.map(subject => SUBJECT.exec(subject))
  if (matches.some(match => match?.[3] === '!')) return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`
  if (matches.some(match => match?.[1] === 'feat')) return `${major}.${minor + 1}.0`
  return `${major}.${minor}.${patch + 1}`
}

function commitLists(subjects: readonly string[]): string[] {
  const matches = subjects.map(subject => SUBJECT.exec(subject)).filter(match => match !== null)
  return Object.entries(HEADINGS).flatMap(([type, heading]) => {
    const lines = matches.filter(match => match[1] === type).map(lineOf)
    return lines.length === 0 ? [] : [`### ${heading}, commit by commit\n${lines.join('\n')}`]
  })
}

function lineOf([, , scope, breaking, text]: RegExpExecArray): string {
  return `- ${scope === undefined ? '' : `**${scope}**: `}${text}${breaking === '!' ? ' (breaks a promise)' : ''}`
}

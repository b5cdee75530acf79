import type { Advisory } from './audit.ts'
import type { Exception } from './exceptions.ts'
import type { Pinned } from './pinned-versions.ts'

/** What to print of all that is known, and whether every advisory is argued away by an exception that is still needed. */
export function verdictOf(
  advisories: readonly Advisory[],
  pinned: ReadonlyMap<string, Pinned>,
  exceptions: readonly Exception[],
): { text: string; isGood: boolean } {
  const findings = advisories.flatMap(advisory =>
    advisory.paths.map(path => {
      const { version = 'unknown', isForDevelopment = false } = pinned.get(path) ?? {}
      const because = exceptions.find(exception => isAbout(exception, advisory, version))?.because ?? null
      return { ...advisory, version, isForDevelopment, because }
    }),
  )
  const unneeded = exceptions.filter(
    exception => !findings.some(finding => isAbout(exception, finding, finding.version)),
  )
  const open = findings.filter(({ because }) => because === null)
  const lines = [
    ...findings.map(finding =>
      [
        finding.because === null ? 'OPEN   ' : 'argued ',
        `${finding.package} ${finding.version}${finding.isForDevelopment ? ' (development only)' : ''}`,
        `${finding.id} ${finding.severity}, affects ${finding.range}: ${finding.title}`,
        ...(finding.because === null ? [] : [`because ${finding.because}`]),
      ].join('\n        '),
    ),
    ...unneeded.map(
      ({ id, package: name, version }) =>
        `NEEDLESS ${id} is not known of ${name} ${version}: take it off the list`,
    ),
    `${pinned.size} pinned versions looked up: ${findings.length} advisories, ${open.length} of them open`,
  ]
  return { text: lines.join('\n'), isGood: open.length === 0 && unneeded.length === 0 }
}

const isAbout = (exception: Exception, advisory: Pick<Advisory, 'id' | 'package'>, version: string) =>
  exception.id === advisory.id && exception.package === advisory.package && exception.version === version

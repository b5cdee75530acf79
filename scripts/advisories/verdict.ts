import type { Advisory } from './audit.ts'
import type { AdvisoryException } from './exceptions.ts'
import type { PinnedPackage } from './pinned-versions.ts'

/**
 * Compares the advisories that an audit found with the list of exceptions. Returns the text to print and `isGood`.
 * That is true if every advisory has an exception and every exception is still needed.
 */
export function auditVerdict(
  advisories: readonly Advisory[],
  pinned: ReadonlyMap<string, PinnedPackage>,
  exceptions: readonly AdvisoryException[],
): { text: string; isGood: boolean } {
  const findings = advisories.flatMap(advisory =>
    advisory.paths.map(path => {
      const { version = 'unknown', isForDevelopment = false } = pinned.get(path) ?? {}
      const because =
        exceptions.find(exception => coversAdvisory(exception, advisory, version))?.because ?? null
      return { ...advisory, version, isForDevelopment, because }
    }),
  )
  const unneeded = exceptions.filter(
    exception => !findings.some(finding => coversAdvisory(exception, finding, finding.version)),
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

const coversAdvisory = (
  exception: AdvisoryException,
  advisory: Pick<Advisory, 'id' | 'package'>,
  version: string,
) => exception.id === advisory.id && exception.package === advisory.package && exception.version === version

import * as z from 'zod'
import { deriveProxyCheckKey, PROXY_CHECK_PATH } from '#server/http/proxy-check-route.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { checkClock } from './check-clock.ts'
import { createFaultFinding, createGoodFinding, createNoteFinding } from './finding.ts'
import type { DoctorFinding } from './finding.ts'

const AREA = 'Address'
const PROXIES = 'Proxies'
const TIMEOUT_MILLISECONDS = 10_000
/** An address of the documentation (RFC 5737), which no client has. */
const INVENTED = '192.0.2.77'

type Settings = Pick<Configuration, 'origin' | 'production' | 'secret' | 'trustedProxies'>

/**
 * Checks that the server can be reached at its public address, that the number of proxies matches TRUST_PROXY, and that
 * clients cannot forge their IP address. Outside production, checks nothing and returns a note.
 */
export async function checkPublicAddress(settings: Settings): Promise<DoctorFinding[]> {
  const { origin, production } = settings
  if (!production) return [createNoteFinding(AREA, `${origin} is for this machine only`)]
  try {
    const started = Date.now()
    const answer = await get(`${origin}/healthz`)
    const date = Date.parse(answer.headers.get('date') ?? '')
    if (answer.status !== 200 || !(await isOurs(answer)))
      return [
        createFaultFinding(
          AREA,
          `${origin} answers, but not as Dacapo does (status ${answer.status})`,
          'See that the proxy passes everything to PORT and that the server runs: systemctl status dacapo',
        ),
      ]
    return [
      createGoodFinding(AREA, `${origin} leads to the server`),
      ...(Number.isNaN(date) ? [] : [checkClock('the proxy', date, (started + Date.now()) / 2)]),
      ...(await proxyFindings(settings)),
    ]
  } catch (error) {
    return [
      createFaultFinding(
        AREA,
        `${origin} cannot be reached: ${reasonOf(error)}`,
        'See that the name points to this machine, ports 80 and 443 are open, the proxy runs and has a certificate.',
      ),
    ]
  }
}

async function proxyFindings({ origin, secret, trustedProxies }: Settings): Promise<DoctorFinding[]> {
  const headers = { authorization: `Bearer ${deriveProxyCheckKey(secret)}`, 'x-forwarded-for': INVENTED }
  const answer = await get(`${origin}${PROXY_CHECK_PATH}`, headers)
  const parsed = z
    .object({ forwardedFor: z.array(z.string()) })
    .safeParse(await answer.json().catch(() => null))
  if (answer.status !== 200 || !parsed.success)
    return [
      createFaultFinding(
        PROXIES,
        'the server does not tell what reaches it',
        'Is it another version, or has it another SECRET? Restart it and try again.',
      ),
    ]
  const { forwardedFor } = parsed.data
  const invented = forwardedFor.indexOf(INVENTED)
  // A proxy that appends keeps our entry in front of its own; a proxy that replaces the header has dropped it.
  const proxies = forwardedFor.length - (invented + 1)
  if (invented !== -1 && forwardedFor.at(-trustedProxies) === INVENTED && trustedProxies > 0)
    return [
      createFaultFinding(
        PROXIES,
        'browsers can invent their address: the server believes what they send',
        `Set TRUST_PROXY=${proxies}, or let the proxy set X-Forwarded-For.`,
      ),
    ]
  if (proxies !== trustedProxies)
    return [
      createFaultFinding(
        PROXIES,
        `${proxies} wrote the address of the client, and TRUST_PROXY says ${trustedProxies}`,
        `Set TRUST_PROXY=${proxies}${proxies === 0 ? ', or let the proxy set X-Forwarded-For' : ''}.`,
      ),
    ]
  return [
    createGoodFinding(
      PROXIES,
      `TRUST_PROXY=${trustedProxies} is right, and an invented address is not believed`,
    ),
  ]
}

const get = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) })

const isOurs = async (answer: Response) =>
  z.object({ status: z.literal('ok') }).safeParse(await answer.json().catch(() => null)).success

/** Undici hides the reason in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message || error.message : error.message
}

import { LOOPBACK_HOSTS } from './environment.ts'
import type { Environment } from './environment.ts'
import { parseKeyValuePairs } from './key-value-pairs.ts'

/**
 * The settings of traces, read from OpenTelemetry's standard environment variables: the endpoint, the headers of
 * requests to it, the names of this server in the traces, and the share of traces that are recorded.
 */
export type TraceSettings = {
  /** The URL to which spans are sent: OTEL_EXPORTER_OTLP_ENDPOINT followed by `/v1/traces`. */
  url: string
  /** The headers of each request to this URL, such as one with a token. They are secret. */
  headers: Readonly<Record<string, string>>
  serviceName: string
  resourceAttributes: Readonly<Record<string, string>>
  sampler: {
    /** The share of the traces beginning on this server that are recorded, from 0 to 1. */
    ratio: number
    /** If true, a trace that another program has begun is recorded if and only if that program records it. */
    parentBased: boolean
  }
}

/** Parses the settings of traces. Returns null if no endpoint is set, which means that nothing is traced. */
export function parseTraceSettings(environment: Environment): TraceSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: sampler } = environment
  if (endpoint === undefined) return null
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: parseKeyValuePairs(environment.OTEL_EXPORTER_OTLP_HEADERS ?? '') ?? {},
    serviceName: environment.OTEL_SERVICE_NAME ?? 'dacapo',
    resourceAttributes: parseKeyValuePairs(environment.OTEL_RESOURCE_ATTRIBUTES ?? '') ?? {},
    sampler: {
      ratio: ratioOf(sampler, environment.OTEL_TRACES_SAMPLER_ARG),
      parentBased: sampler === undefined || sampler.startsWith('parentbased_'),
    },
  }
}

function ratioOf(sampler: Environment['OTEL_TRACES_SAMPLER'], ratio = 1): number {
  if (sampler?.endsWith('always_off')) return 0
  return sampler?.endsWith('traceidratio') ? ratio : 1
}

/** Yields the faults of the environment variables for the endpoint of traces and its headers (rule CF9). */
export function* traceFaults(environment: Environment): Iterable<{ name: string; reason: string }> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = environment
  if (endpoint === undefined) return
  const name = 'OTEL_EXPORTER_OTLP_ENDPOINT'
  const { protocol, hostname, username, password, search, hash } = new URL(endpoint)
  if (username !== '' || password !== '')
    yield { name, reason: 'must not hold a name or a password: set OTEL_EXPORTER_OTLP_HEADERS' }
  if (search !== '' || hash !== '')
    yield { name, reason: 'must have nothing behind the path: /v1/traces is appended to it' }
  if (headers !== undefined && protocol !== 'https:' && !LOOPBACK_HOSTS.has(hostname)) {
    const reason =
      'must be https beside OTEL_EXPORTER_OTLP_HEADERS, but for a collector on this machine: a token would travel readable for all'
    yield { name, reason }
  }
}

import { requestApi } from './request.ts'

/** Resolves to true if our own server responds. A response from a captive portal does not count. */
export async function checkServerReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  return (await requestApi('GET', '/healthz')).kind === 'answer'
}

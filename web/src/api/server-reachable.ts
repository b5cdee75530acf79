import { request } from './request.ts'

/** Returns whether our own server is reachable; false if a captive portal answers in its name. */
export async function isServerReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  return (await request('GET', '/healthz')).kind === 'answer'
}

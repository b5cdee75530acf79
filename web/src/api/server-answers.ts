import { request } from './request.ts'

/** Can our own server be reached now? A network that answers in its name is a no. */
export async function serverAnswers(): Promise<boolean> {
  if (!navigator.onLine) return false
  return (await request('GET', '/healthz')).kind === 'answer'
}

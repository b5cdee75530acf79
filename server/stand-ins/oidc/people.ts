import { createHash } from 'node:crypto'

/** Somebody as they present themselves at the stand-in. Without an e-mail address, null. */
export type Person = {
  id: string
  email: string | null
  verified: boolean
  name: string
  picture: string | null
}

/** Everybody who has signed in at the stand-in while the server runs. */
export function people() {
  const known = new Map<string, Person>()
  return {
    /** The same address is the same account, also when it is suddenly verified. */
    enter(about: Omit<Person, 'id'>, at: string): Person {
      const who = `${at} ${about.email ?? about.name}`
      // X's and Facebook's numbers are decimal.
      const id = BigInt(`0x${createHash('sha256').update(who).digest('hex').slice(0, 14)}`).toString()
      const person = { ...about, id }
      known.set(id, person)
      return person
    },
    find: (id: string): Person | undefined => known.get(id),
  }
}

export type People = ReturnType<typeof people>

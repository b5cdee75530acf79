import { createHash } from 'node:crypto'

/** A person as they sign in at the stand-in. `email` may be null. */
export type Person = {
  id: string
  email: string | null
  verified: boolean
  name: string
  picture: string | null
}

/** Stores everybody who has signed in at the stand-in while the server runs. */
export function createPeople() {
  const known = new Map<string, Person>()
  return {
    /** The same address is the same account, even if it is verified now and was not before. */
    enter(about: Omit<Person, 'id'>, at: string): Person {
      const who = `${at} ${about.email ?? about.name}`
      // X and Facebook use decimal ids.
      const id = BigInt(`0x${createHash('sha256').update(who).digest('hex').slice(0, 14)}`).toString()
      const person = { ...about, id }
      known.set(id, person)
      return person
    },
    find: (id: string): Person | undefined => known.get(id),
  }
}

/** The accounts at the stand-in of a provider. */
export type People = ReturnType<typeof createPeople>

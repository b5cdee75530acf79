import { createHash } from 'node:crypto'

/**
 * A person with an account at the stand-in for the social sign-in providers. `email` is null if the provider reports
 * no address, and `picture` is the URL of the person's picture or null. `id` is a decimal number.
 */
export type Person = {
  id: string
  email: string | null
  verified: boolean
  name: string
  picture: string | null
}

/** Creates an in-memory store of the people with an account at the stand-in for the social sign-in providers. */
export function createStandInPeople() {
  const known = new Map<string, Person>()
  return {
    /**
     * Adds a person at the provider `at`, or updates the person there with the same email address. If `about` has no
     * address, the name identifies the person. Returns the person with an id.
     */
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

/** The store of the people with an account at the stand-in for the social sign-in providers. */
export type StandInPeople = ReturnType<typeof createStandInPeople>

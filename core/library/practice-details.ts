import { dayOf, type Day, type Timestamp } from './day.ts'

declare const runThroughId: unique symbol
/**
 * Id of a run-through, which is playing a whole piece once without stopping. It is a UUID generated on the device and
 * is stored in every practice entry that the run-through adds to the parts.
 */
export type RunThroughId = string & { readonly [runThroughId]: true }

/**
 * Optional details of a practice entry. A field is null if the device that saved the entry did not know it (rule LI21).
 */
export type PracticeDetails = {
  /** The practiced time, 1 to 3600 seconds. */
  readonly seconds: number | null
  /** The time that a timed session planned for the part, 60 to 3600 seconds. */
  readonly plannedSeconds: number | null
  /** The calendar day in the musician's time zone. */
  readonly day: Day | null
  /**
   * Whether the part's first try of the day was clean. In an entry of a run-through: whether the run-through was
   * clean.
   */
  readonly firstTryClean: boolean | null
  /** The run-through that added this entry; null for any other entry. */
  readonly runThroughId: RunThroughId | null
}

/** Practice details in which any field may be missing. */
export type PartialEntryDetails = {
  readonly [Name in keyof PracticeDetails]?: PracticeDetails[Name] | undefined
}

/** The practice details that a change contains. Details that the device does not know are omitted. */
export type NewPracticeDetails = {
  readonly [Name in keyof PracticeDetails]?: NonNullable<PracticeDetails[Name]>
}

/** Maximum time in seconds, practiced or planned, that one practice entry can store. */
export const MAX_PRACTICE_SECONDS = 3600
/** Minimum planned time in seconds that one practice entry of a timed session can store. */
export const MIN_PLANNED_SECONDS = 60

/** Returns all practice details. Those that are missing in the input are null. */
export const replaceMissingDetailsWithNull = ({
  seconds = null,
  plannedSeconds = null,
  day = null,
  firstTryClean = null,
  runThroughId = null,
}: PartialEntryDetails): PracticeDetails => ({ seconds, plannedSeconds, day, firstTryClean, runThroughId })

/** Returns only those practice details that are not null, for a change in which unknown details are left out. */
export const omitNullPracticeDetails = (details: PartialEntryDetails): NewPracticeDetails =>
  Object.fromEntries(
    Object.entries(replaceMissingDetailsWithNull(details)).filter(([, detail]) => detail !== null),
  )

/**
 * Returns the day if it is plausible as the local day of the given time: the UTC day, the day before, or the day after.
 * Otherwise returns null (rule LI22).
 */
export const dayIfPlausible = (day: Day | null, at: Timestamp): Day | null =>
  day !== null && Math.abs(day - dayOf(at, 0)) <= 1 ? day : null

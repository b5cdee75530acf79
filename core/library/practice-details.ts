import { dayOf, type Day, type Timestamp } from './day.ts'

declare const runThroughId: unique symbol
/** A UUID made on the device; all entries of one run-through of a piece have the same. */
export type RunThroughId = string & { readonly [runThroughId]: true }

/** How a tempo was practiced, as far as the device that saved it knows; null for what it does not (rule LI21). */
export type PracticeDetails = {
  /** The time practiced, 1 to 3600 seconds. */
  readonly seconds: number | null
  /** The time that a timed session planned, 60 to 3600 seconds. */
  readonly plannedSeconds: number | null
  /** The calendar day where the musician was. */
  readonly day: Day | null
  /** The first answer to the trainer on a day, at the saved tempo. */
  readonly firstTryClean: boolean | null
  /** The run-through of the whole piece that the entry belongs to. */
  readonly runThroughId: RunThroughId | null
}

/** Details of which any may be missing. */
export type PartialDetails = { readonly [Name in keyof PracticeDetails]?: PracticeDetails[Name] | undefined }

/** The details that a change carries: those that are known. */
export type NewDetails = { readonly [Name in keyof PracticeDetails]?: NonNullable<PracticeDetails[Name]> }

/** The longest time of an entry, practiced or planned. */
export const MAX_PRACTICE_SECONDS = 3600
/** The shortest time that can be planned. */
export const MIN_PLANNED_SECONDS = 60

/** Returns all details, null for those that are missing. */
export const completeDetails = ({
  seconds = null,
  plannedSeconds = null,
  day = null,
  firstTryClean = null,
  runThroughId = null,
}: PartialDetails): PracticeDetails => ({ seconds, plannedSeconds, day, firstTryClean, runThroughId })

/** Returns the details that are known. */
export const knownDetails = (details: PartialDetails): NewDetails =>
  Object.fromEntries(Object.entries(completeDetails(details)).filter(([, detail]) => detail !== null))

/**
 * Returns a day if it can be the local one at a time, which is the day of UTC or one next to it; otherwise null (rule
 * LI22).
 */
export const plausibleDay = (day: Day | null, at: Timestamp): Day | null =>
  day !== null && Math.abs(day - dayOf(at, 0)) <= 1 ? day : null

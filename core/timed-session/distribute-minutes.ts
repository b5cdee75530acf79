import { clamp } from './clamp.ts'
import { MIN_MINUTES_PER_PART, MAX_MINUTES_PER_PART } from './estimate-part-minutes.ts'

// So many halvings leave nothing of an interval of 100 that a double could still tell apart.
const HALVINGS = 80
// A whole number that was computed may lie this much below itself.
const ROUNDING = 1e-9

/**
 * Distributes `total` whole minutes among parts, so that each part gets 2 to 12 whole minutes. The shares are
 * proportional to `usual`, the minutes that each part usually takes, as far as these limits allow. They add up to
 * `total`. If `total` is too small or too large for that, every part gets 2 or 12 minutes (rule TS6).
 */
export function distributeMinutes(total: number, usual: readonly number[]): number[] {
  const factor = factorFor(total, usual)
  const exact = usual.map(minutes => scaled(minutes, factor))
  const shares = exact.map(minutes => Math.floor(minutes + ROUNDING))
  let left = Math.min(total, MAX_MINUTES_PER_PART * usual.length) - sumOf(shares)
  // The minutes lost by rounding down go to those that lost most.
  const byLoss = exact
    .map((minutes, index) => ({ loss: minutes - (shares[index] ?? 0), index }))
    .sort((a, b) => b.loss - a.loss || a.index - b.index)
  while (left > 0)
    for (const { index } of byLoss) {
      const share = shares[index] ?? MAX_MINUTES_PER_PART
      if (left <= 0 || share >= MAX_MINUTES_PER_PART) continue
      shares[index] = share + 1
      left -= 1
    }
  return shares
}

/** Returns the factor by which all usual minutes grow or shrink, so that their sum is `total`; found by bisection. */
function factorFor(total: number, usual: readonly number[]): number {
  let low = 0
  let high = 100
  for (let halving = 0; halving < HALVINGS; halving++) {
    const factor = (low + high) / 2
    if (sumOf(usual.map(minutes => scaled(minutes, factor))) < total) low = factor
    else high = factor
  }
  return high
}

const scaled = (minutes: number, factor: number) =>
  clamp(minutes * factor, MIN_MINUTES_PER_PART, MAX_MINUTES_PER_PART)
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)

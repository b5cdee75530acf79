/** Tops of a scale of minutes, whose quarters are whole minutes. */
const TOPS = [20, 40, 60, 120, 180, 240, 360, 480, 600]
const HIGH_STEP = 240

/**
 * Returns the upper limit of the week chart's scale in minutes: the next round number for the given practice minutes,
 * and at least 20.
 */
export const chartScaleMaxMinutes = (minutes: number): number =>
  TOPS.find(top => top >= minutes) ?? HIGH_STEP * Math.ceil(minutes / HIGH_STEP)

/** Tops of a scale of minutes, whose quarters are whole minutes. */
const TOPS = [20, 40, 60, 120, 180, 240, 360, 480, 600]
const HIGH_STEP = 240

/**
 * Returns the upper limit of the week chart's scale, in minutes: the smallest round number, such as 40 or 120, that is at
 * least `minutes`. It is never below 20.
 *
 * @param minutes the most practice minutes that the chart shows for one day
 */
export const chartScaleMaxMinutes = (minutes: number): number =>
  TOPS.find(top => top >= minutes) ?? HIGH_STEP * Math.ceil(minutes / HIGH_STEP)

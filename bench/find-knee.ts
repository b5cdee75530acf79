/** The highest load that was kept up with and the lowest that was not, each with its result; null if there was none. */
export type Knee<Result> = {
  kept: { load: number; result: Result } | null
  failed: { load: number; result: Result } | null
}

/**
 * Raises the load step by step until it is too much, then tries so many times halfway between what was kept up with and what
 * was not. Only a load that is too much twice counts, because something else may have kept the machine busy.
 */
export async function findKnee<Result>(
  loads: readonly number[],
  refinements: number,
  play: (load: number) => Promise<{ keepsUp: boolean; result: Result }>,
): Promise<Knee<Result>> {
  const knee: Knee<Result> = { kept: null, failed: null }
  const attempt = async (load: number) => {
    let { keepsUp, result } = await play(load)
    if (!keepsUp) ({ keepsUp, result } = await play(load))
    knee[keepsUp ? 'kept' : 'failed'] = { load, result }
  }
  for (const load of loads) {
    await attempt(load)
    if (knee.failed !== null) break
  }
  for (let number = 0; number < refinements && knee.failed !== null; number += 1)
    await attempt(((knee.kept?.load ?? 0) + knee.failed.load) / 2)
  return knee
}

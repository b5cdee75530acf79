import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

declare global {
  interface Window {
    axe?: { run(context: Document, options: RunOptions): Promise<AxeResults> }
  }
}

const AXE = readFileSync(join(import.meta.dirname, '../node_modules/axe-core/axe.min.js'), 'utf8')

export type AxeViolations = { readonly violations: readonly string[]; readonly applicableRules: number }

/**
 * Returns axe's violations as text, on a page without frames. `runOnly` limits the run to tags or rules; the default is
 * axe's own set. Injects the script once per page: AxeBuilder injects a larger one each time, which takes longer than
 * the rules.
 */
export async function axeViolations(page: Page, runOnly?: readonly string[]): Promise<AxeViolations> {
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(AXE)
  return page.evaluate(
    async options => {
      if (window.axe === undefined) throw new Error('axe is not on the page')
      const { violations, passes, incomplete } = await window.axe.run(document, options)
      return {
        violations: violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`,
        ),
        applicableRules: passes.length + incomplete.length,
      }
    },
    { resultTypes: ['violations' as const], ...(runOnly && { runOnly: [...runOnly] }) },
  )
}

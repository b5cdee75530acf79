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

/** What axe found on a page; `looked` counts the rules that found something to look at. */
export type AxeViolations = { readonly violations: readonly string[]; readonly looked: number }

/**
 * Runs axe on a page without frames and returns its violations in words, rule and elements. `runOnly` limits it to tags
 * or rules; without it every rule of axe's default set runs. The script is brought to a page once: AxeBuilder would
 * bring a larger one each time, which takes longer than the rules.
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
        looked: passes.length + incomplete.length,
      }
    },
    { resultTypes: ['violations' as const], ...(runOnly && { runOnly: [...runOnly] }) },
  )
}

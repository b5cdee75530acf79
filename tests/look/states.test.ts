import { describe, expect, test } from 'vitest'
import { SCREEN_STATES } from '../../e2e/states/states.ts'
import { findShownElements, type ScreenSourceFile } from './shown-by-source.ts'
import { isCode, isTest, sourceFiles } from '#tests/repository/source-files.ts'

const sources: ScreenSourceFile[] = sourceFiles(['web/src'], path => isCode(path) && !isTest(path)).map(
  ({ path, code }) => ({ path: path.replace('web/src/', ''), code }),
)
const shown = findShownElements(sources)
const covered = new Set(SCREEN_STATES.flatMap(state => state.covers ?? []))
const routes = new Set(SCREEN_STATES.map(state => state.route))
const without = (all: Iterable<string>, known: ReadonlySet<string>) => [...all].filter(one => !known.has(one))

describe('the list of states', () => {
  test('has a state of every route', () => {
    expect(shown.routes.size).toBeGreaterThan(10)
    expect(without([...shown.routes, '*'], routes)).toEqual([])
  })

  test('has a state of every dialog', () => {
    expect(shown.dialogs.size).toBeGreaterThan(3)
    expect(without(shown.dialogs, covered)).toEqual([])
  })

  test('has a state of every toast', () => {
    expect(shown.toasts.size).toBeGreaterThan(7)
    expect(without(shown.toasts, covered)).toEqual([])
  })

  test('says of no state that it shows what is not there', () => {
    expect(without(covered, new Set([...shown.dialogs, ...shown.toasts]))).toEqual([])
    expect(without(routes, new Set([...shown.routes, '*']))).toEqual([])
  })

  test('gives every state a name of its own', () => {
    const names = SCREEN_STATES.map(state => state.name)
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
    expect(names.filter(name => !/^[a-z]+(-[a-z]+)*$/.test(name))).toEqual([])
  })
})

describe('the search itself', () => {
  const found = (code: string) => findShownElements([{ path: 'screens/a.tsx', code }])

  test('finds routes, dialogs and toasts', () => {
    expect([...found(`route(\n    '/encore',\n    'public',`).routes]).toEqual(['/encore'])
    expect([...found(`return <Dialog title="x">`).dialogs]).toEqual(['screens/a.tsx'])
    expect([...found(`{isAsking && <AlertDialog\n`).dialogs]).toEqual(['screens/a.tsx'])
    expect([...found(`<LimitDialog limit="pieces" />`).dialogs]).toEqual([])
    const toast = `const { t: common } = useTranslation()\nif (failed) return showError(common('toast.error'))`
    expect([...found(toast).toasts]).toEqual(['showError common:toast.error'])
    const named = `const { t } = useTranslation('pieces')\nshowSuccess(\n  t('new.saved', { piece }), undo)`
    expect([...found(named).toasts]).toEqual(['showSuccess pieces:new.saved'])
    expect([...found(`showSuccess(i18next.t('practice:saved'))`).toasts]).toEqual([
      'showSuccess practice:saved',
    ])
    const either = "const { t } = useTranslation('feedback')\nshowSuccess(isSent ? t('sent') : t('later'))"
    expect([...found(either).toasts]).toEqual(['showSuccess feedback:sent', 'showSuccess feedback:later'])
    expect([...found('showError(t(`storage.${trouble}.title`))').toasts]).toEqual([
      'showError common:storage.*.title',
    ])
    expect([...found('showSignedOut(words)').toasts]).toEqual(['showSignedOut words in screens/a.tsx'])
  })
})

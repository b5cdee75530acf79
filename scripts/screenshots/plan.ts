import type { State } from '../../e2e/states/state.ts'
import type { Language } from '../../e2e/states/words.ts'

/** The windows that are pictured: the smallest phone, a usual one, a tablet, that phone lying down, a desk. */
export const HEIGHTS: Readonly<Record<number, number>> = {
  320: 568,
  390: 844,
  768: 1024,
  844: 390,
  1440: 900,
}
export const THEMES = ['light', 'dark'] as const
export const LANGUAGES: readonly Language[] = ['en', 'de']

/** One picture of a state; `file` is its path below the folder of the screenshots. */
export type Picture = {
  readonly width: number
  readonly theme: (typeof THEMES)[number]
  readonly language: Language
  readonly file: string
}

/** One state, and the pictures taken of it: in one language and then in the other. */
export type PlannedVisit = {
  readonly state: State
  readonly pictures: readonly Picture[]
}

/** What was asked for, each a list with commas; what is left out means everything. */
export type Choice = { state?: string; width?: string; theme?: string; language?: string }

/** The visits for what was asked for, or what in it nobody knows. A state is chosen by the beginning of its name. */
export function planned(states: readonly State[], choice: Choice): PlannedVisit[] | { unknown: string } {
  const chosen = (list: string | undefined, known: (wanted: string) => boolean) =>
    list?.split(',').find(wanted => !known(wanted))
  const unknown =
    chosen(choice.state, wanted => states.some(({ name }) => name.startsWith(wanted))) ??
    chosen(choice.width, wanted => Object.hasOwn(HEIGHTS, wanted)) ??
    chosen(choice.theme, wanted => THEMES.some(theme => theme === wanted)) ??
    chosen(choice.language, wanted => LANGUAGES.some(language => language === wanted))
  if (unknown !== undefined) return { unknown }

  const isIn = (list: string | undefined, one: string) => list === undefined || list.split(',').includes(one)
  const names = choice.state?.split(',')
  const widths = Object.keys(HEIGHTS).filter(width => isIn(choice.width, width))
  const themes = THEMES.filter(theme => isIn(choice.theme, theme))
  const languages = LANGUAGES.filter(language => isIn(choice.language, language))
  return states
    .filter(({ name }) => names === undefined || names.some(wanted => name.startsWith(wanted)))
    .map(state => {
      const inLanguage = (language: Language) =>
        widths.flatMap(width =>
          themes.map(theme => ({
            width: Number(width),
            theme,
            language,
            file: `${state.name}/${width}-${theme}-${language}.png`,
          })),
        )
      return { state, pictures: languages.flatMap(inLanguage) }
    })
}

import type { ScreenState } from '../../e2e/states/state.ts'

/**
 * The window sizes of the screenshots, as a height for each width, in CSS pixels. They are those of a small phone, a
 * usual phone, a tablet, a phone in landscape, and a desktop.
 */
export const WINDOW_HEIGHTS: Readonly<Record<number, number>> = {
  320: 568,
  390: 844,
  768: 1024,
  844: 390,
  1440: 900,
}
/** The themes of the screenshots. */
const PICTURE_THEMES = ['light', 'dark'] as const
/** The languages of the screenshots. */
const PICTURE_LANGUAGES: readonly string[] = ['en', 'de']

/**
 * One screenshot to take of a state of the app. `width` is in CSS pixels, and `file` is the path below the screenshots
 * folder.
 */
export type Picture = {
  readonly width: number
  readonly theme: (typeof PICTURE_THEMES)[number]
  readonly language: string
  readonly file: string
}

/** One state of the app that the script visits, with the screenshots to take of it, grouped by language. */
export type StateScreenshots = {
  readonly state: ScreenState
  readonly pictures: readonly Picture[]
}

/**
 * The selection of screenshots to take: states, widths, themes and languages, as comma-separated lists. A missing list
 * means all.
 */
export type PictureSelection = { state?: string; width?: string; theme?: string; language?: string }

/**
 * Returns the states of the app to visit, each with the screenshots to take of it. If the selection contains an
 * unknown value, returns the first such value instead. A state is selected by its name or the beginning of its name.
 */
export function planVisits(
  states: readonly ScreenState[],
  choice: PictureSelection,
): StateScreenshots[] | { unknown: string } {
  const chosen = (list: string | undefined, known: (wanted: string) => boolean) =>
    list?.split(',').find(wanted => !known(wanted))
  const unknown =
    chosen(choice.state, wanted => states.some(({ name }) => name.startsWith(wanted))) ??
    chosen(choice.width, wanted => Object.hasOwn(WINDOW_HEIGHTS, wanted)) ??
    chosen(choice.theme, wanted => PICTURE_THEMES.some(theme => theme === wanted)) ??
    chosen(choice.language, wanted => PICTURE_LANGUAGES.some(language => language === wanted))
  if (unknown !== undefined) return { unknown }

  const isIn = (list: string | undefined, one: string) => list === undefined || list.split(',').includes(one)
  const names = choice.state?.split(',')
  const widths = Object.keys(WINDOW_HEIGHTS).filter(width => isIn(choice.width, width))
  const themes = PICTURE_THEMES.filter(theme => isIn(choice.theme, theme))
  const languages = PICTURE_LANGUAGES.filter(language => isIn(choice.language, language))
  return states
    .filter(({ name }) => names === undefined || names.some(wanted => name.startsWith(wanted)))
    .map(state => {
      const inLanguage = (language: string) =>
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

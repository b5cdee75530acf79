import { use, type ReactNode } from 'react'
import { Logo } from './brand.tsx'
import { classNames } from './class-names.ts'
import { PageStatusContext } from './frame-contexts/page-status-context.ts'
import { useScreenTitleAndFocus } from './use-screen-title-and-focus.ts'
import styles from './page.module.css'

type Props = {
  /** The document title. The screen itself renders its h1. */
  title: string
  /** The content at the left of the top row, by default the logo. */
  start?: ReactNode
  /** The content at the right of the top row, by default the sync status. */
  end?: ReactNode
  /**
   * page: scrolls, at most 800 px wide, with room for the navigation. wizard: the same, its last element at the bottom.
   * stage: no top row, only the screen's own content.
   */
  layout?: 'page' | 'wizard' | 'stage'
  className?: string | undefined
  children: ReactNode
}

/**
 * Renders the layout of a screen: main landmark, title and top row. Moves the focus to the heading after a navigation.
 */
export function Page({ title, start, end, layout = 'page', className, children }: Props) {
  const status = use(PageStatusContext)
  const main = useScreenTitleAndFocus(title)

  return (
    <main ref={main} tabIndex={-1} className={classNames(styles[layout], className)}>
      {layout !== 'stage' && (
        <div className={styles.top}>
          {start ?? <Logo />}
          {end ?? status}
        </div>
      )}
      {children}
    </main>
  )
}

/**
 * Renders the main action of a page at a fixed position above the navigation bar. Must be the last child of the page.
 */
export const FixedPageActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.dock}>{children}</div>
)

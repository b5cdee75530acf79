import { use, type ReactNode } from 'react'
import { Logo } from './brand.tsx'
import { classNames } from './class-names.ts'
import { PageStatus } from './page-status.ts'
import { useScreen } from './use-screen.ts'
import styles from './page.module.css'

type Props = {
  /** The title of the window; the screen writes its own h1. */
  title: string
  /** The left of the top row; the logo where nothing is given. */
  start?: ReactNode
  /** The right of the top row; the state of the sync where nothing is given. */
  end?: ReactNode
  /**
   * page: scrolls, 800 px wide at most, room for the navigation. wizard: the same, its last element at the bottom.
   * stage: no top row and nothing but what the screen draws.
   */
  layout?: 'page' | 'wizard' | 'stage'
  className?: string | undefined
  children: ReactNode
}

/** The frame of one screen: its main landmark, title, top row, and the focus after a navigation. */
export function Page({ title, start, end, layout = 'page', className, children }: Props) {
  const status = use(PageStatus)
  const main = useScreen(title)

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

/** The main action of a page, always in reach above the navigation. Put it last. */
export const Dock = ({ children }: { children: ReactNode }) => <div className={styles.dock}>{children}</div>

import { Component, type ReactNode } from 'react'
import { ScreenError } from './screen-error.tsx'
import { TextsMissingError } from '#web/language/language.ts'
import { isLoadFailure, reloadAfterLoadFailure } from './load-failure.ts'

type Props = { children: ReactNode }
type State = { kind: 'fine' } | { kind: 'broken'; error: unknown }

/**
 * Catches errors during the rendering of a screen and shows an error screen. Give it the address as its key, so that a
 * navigation to another address resets it.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { kind: 'fine' }

  static getDerivedStateFromError(error: unknown): State {
    return { kind: 'broken', error }
  }

  override componentDidCatch(error: unknown): void {
    // A new version has replaced the files that this page still requests; its own page has them.
    if (isLoadFailure(error)) void reloadAfterLoadFailure()
  }

  override render(): ReactNode {
    if (this.state.kind === 'fine') return this.props.children
    const { error } = this.state
    const isNotLoaded = isLoadFailure(error) || error instanceof TextsMissingError
    return <ScreenError because={isNotLoaded ? 'notLoaded' : 'broken'} />
  }
}

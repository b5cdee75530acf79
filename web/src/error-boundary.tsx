import { Component, type ReactNode } from 'react'
import { BrokenScreen } from './broken-screen.tsx'
import { isLoadFailure, reloadOnce } from './load-failure.ts'

type Props = { children: ReactNode }
type State = { kind: 'fine' } | { kind: 'broken'; error: unknown }

/**
 * Catches what a screen throws and shows a way on. Give it a key per address, so that leaving the broken screen
 * heals it. A class, because React has no other way to catch.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { kind: 'fine' }

  static getDerivedStateFromError(error: unknown): State {
    return { kind: 'broken', error }
  }

  override componentDidCatch(error: unknown): void {
    // A new version has replaced the files this page still asks for: the page of the new version has them.
    if (isLoadFailure(error)) void reloadOnce()
  }

  override render(): ReactNode {
    if (this.state.kind === 'fine') return this.props.children
    return <BrokenScreen because={isLoadFailure(this.state.error) ? 'not-loaded' : 'broken'} />
  }
}

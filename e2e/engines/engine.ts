export type RunningEngine = {
  readonly version: string
  readonly tab: EngineTab
  /** Returns console errors, uncaught exceptions and unhandled rejections of all tabs since the last call. */
  takeFaults(): Promise<readonly string[]>
  close(): Promise<void>
}

/** Coordinates are CSS pixels of the viewport. */
export type EngineTab = {
  open(address: string): Promise<void>
  back(): Promise<void>
  /** Awaits the value of the expression, which must be serializable as JSON. */
  evaluate(expression: string): Promise<unknown>
  perform(actions: readonly WebDriverInputActions[]): Promise<void>
}

/** `profile` is an existing empty folder, which the caller removes. */
export type StartEngine = (profile: string, options?: EngineOptions) => Promise<RunningEngine>

export type EngineOptions = {
  /** Guarantees that sound reaches the sound system of the machine; by default that depends on the browser. */
  readonly isAudible?: boolean
}

/** The actions of one input device, https://www.w3.org/TR/webdriver2/#actions */
export type WebDriverInputActions =
  | { readonly type: 'pointer'; readonly id: string; readonly actions: readonly PointerAction[] }
  | { readonly type: 'key'; readonly id: string; readonly actions: readonly KeyAction[] }

export type PointerAction =
  | { readonly type: 'pointerMove'; readonly x: number; readonly y: number; readonly duration: number }
  | { readonly type: 'pointerDown' | 'pointerUp'; readonly button: 0 }

export type KeyAction = { readonly type: 'keyDown' | 'keyUp'; readonly value: string }

export const WEBDRIVER_KEYS = { Backspace: '\uE003', End: '\uE010' } as const

// A phone, in CSS pixels.
export const VIEWPORT_WIDTH = 390
export const VIEWPORT_HEIGHT = 844

/** A running browser with its own profile. */
export type RunningEngine = {
  /** Name and version, as the browser reports them. */
  readonly version: string
  readonly tab: EngineTab
  /** Console errors, uncaught exceptions and unhandled rejections of all tabs since the last call. */
  takeFaults(): Promise<readonly string[]>
  close(): Promise<void>
}

/** A browser tab. Coordinates are in CSS pixels of its viewport. */
export type EngineTab = {
  /** Makes a full navigation and resolves when the page has loaded. */
  open(address: string): Promise<void>
  back(): Promise<void>
  /** Evaluates an expression in the page and awaits its value, which must be JSON. */
  evaluate(expression: string): Promise<unknown>
  perform(actions: readonly WebDriverInputActions[]): Promise<void>
}

/** Starts a browser with its profile in an existing empty folder, which the caller removes. */
export type StartEngine = (profile: string, options?: EngineOptions) => Promise<RunningEngine>

/** Options for starting a browser. */
export type EngineOptions = {
  /** Whether sound reaches the sound system of this machine; otherwise that is up to the browser. */
  readonly isAudible?: boolean
}

/** One input device and the sequence of its key or pointer actions, in the format of WebDriver, https://www.w3.org/TR/webdriver2/#actions. */
export type WebDriverInputActions =
  | { readonly type: 'pointer'; readonly id: string; readonly actions: readonly PointerAction[] }
  | { readonly type: 'key'; readonly id: string; readonly actions: readonly KeyAction[] }

/** A pointer action in the format of WebDriver. */
export type PointerAction =
  | { readonly type: 'pointerMove'; readonly x: number; readonly y: number; readonly duration: number }
  | { readonly type: 'pointerDown' | 'pointerUp'; readonly button: 0 }

/** A key action in the format of WebDriver. */
export type KeyAction = { readonly type: 'keyDown' | 'keyUp'; readonly value: string }

/** WebDriver's codes of keys that type no character. */
export const WEBDRIVER_KEYS = {
  Backspace: '\uE003',
  End: '\uE010',
} as const

/** Width of the window in CSS pixels, as on a phone. */
export const VIEWPORT_WIDTH = 390
/** Height of the window in CSS pixels, as on a phone. */
export const VIEWPORT_HEIGHT = 844

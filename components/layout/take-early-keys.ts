declare global {
  interface Window {
    /** Written by `EarlyKeys`. */
    earlyKeys?: KeyboardEvent[]
  }
}

/** The last keys that were pressed before the page came to life; from now on none is kept. */
export function takeEarlyKeys(): KeyboardEvent[] {
  const { earlyKeys = [] } = window
  window.onkeydown = null
  window.earlyKeys = []
  return earlyKeys
}

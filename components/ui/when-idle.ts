/** Milliseconds after which it is done all the same. */
const patience = 500

/** Resolves when the page has nothing else to do: a click that is being answered comes first. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: patience })
    else setTimeout(resolve, patience)
  })
}

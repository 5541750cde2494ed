let listener: (address: string) => void = () => {}

/** Called by Next at the start of each navigation (`instrumentation-client.ts`). */
export const tellOfNavigation = (address: string): void => listener(address)

/** Listens to the start of navigations, before the router looks for the page. One listens at a time. */
export function onNavigation(next: (address: string) => void): () => void {
  listener = next
  return () => {
    listener = () => {}
  }
}

/**
 * Makes the browser ask before the person leaves the page while a change is being saved. Returns a function that ends
 * this.
 */
export function blockUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}

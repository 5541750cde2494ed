/** Makes the browser ask before the page is left while a change is still being saved. Returns a function that ends it. */
export function blockUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}

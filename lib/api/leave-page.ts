/** Opens another page by a full load. Never resolves, so that its caller does nothing more on this page. */
export function leavePage(href: string): Promise<never> {
  window.location.assign(href)
  return new Promise(() => {})
}

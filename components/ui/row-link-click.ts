const ownAction =
  'a, button, input, select, textarea, label, summary, [role="button"], [role="menuitem"], [contenteditable]'

/** Lets a click anywhere on a row follow its `RowLink`, unless it meant something else: a control, or marking text. */
export function followRowLink(event: MouseEvent): void {
  const target = event.target
  if (!(target instanceof Element) || event.defaultPrevented || event.button > 1 || target.closest(ownAction)) return
  const link = target.closest('tr')?.querySelector<HTMLAnchorElement>('a[data-row-link]')
  if (!link || window.getSelection()?.toString()) return
  const { ctrlKey, metaKey, shiftKey } = event
  if (event.button === 1) window.open(link.href, '_blank', 'noopener')
  else link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}

const controls =
  'a, button, input, select, textarea, label, summary, [role="button"], [role="menuitem"], [contenteditable]'

/** Makes a click anywhere on a row follow its `RowLink`, except on a control or while text is selected. */
export function followRowLink(event: MouseEvent): void {
  const target = event.target
  if (!(target instanceof Element) || event.defaultPrevented || event.button > 1 || target.closest(controls)) return
  const link = target.closest('tr')?.querySelector<HTMLAnchorElement>('a[data-row-link]')
  if (!link || window.getSelection()?.toString()) return
  const { ctrlKey, metaKey, shiftKey } = event
  if (event.button === 1) window.open(link.href, '_blank', 'noopener')
  else link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}

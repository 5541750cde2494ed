/** Returns the id of a field's control: `actions.0.title` gives `field-actions-0-title`. */
export function toFieldId(name: string): string {
  return `field-${name.replace(/[^A-Za-z0-9_-]+/g, '-')}`
}

const controls = 'input:not(:disabled), textarea:not(:disabled), select:not(:disabled), button:not(:disabled)'

/**
 * Focuses the element with an id and scrolls it into view. In a group of controls it focuses the text box, else the
 * selected choice, else the first control. Returns false if there is no such element.
 */
export function focusById(id: string): boolean {
  const element = document.getElementById(id)
  if (!element) return false
  const preferred = ['textarea:not(:disabled)', 'input:checked:not(:disabled)', controls]
  const control = element.matches(controls)
    ? element
    : (preferred.map((selector) => element.querySelector<HTMLElement>(selector)).find(Boolean) ?? element)
  control.focus({ preventScroll: true })
  control.scrollIntoView({ block: 'center' })
  return true
}

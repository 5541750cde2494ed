const controls = 'input:not(:disabled), textarea:not(:disabled), select:not(:disabled), button:not(:disabled)'

/**
 * Moves the focus to the element with an id and brings it into view; of a group of controls to the box to write in, else
 * to the choice that was made, else to the first. False where there is no such element.
 */
export function focusById(id: string): boolean {
  const place = document.getElementById(id)
  if (!place) return false
  const isControl = place.matches(controls)
  const within = ['textarea:not(:disabled)', 'input:checked:not(:disabled)', controls]
  const control = isControl
    ? place
    : (within.map((kind) => place.querySelector<HTMLElement>(kind)).find(Boolean) ?? place)
  control.focus({ preventScroll: true })
  control.scrollIntoView({ block: 'center' })
  return true
}

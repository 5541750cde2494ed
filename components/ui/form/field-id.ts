/** The id of the control of a form field, from its name: `actions.0.title` gives `field-actions-0-title`. */
export function fieldId(name: string): string {
  return `field-${name.replace(/[^A-Za-z0-9_-]+/g, '-')}`
}

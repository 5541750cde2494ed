/** Returns the id of a field's control: `actions.0.title` gives `field-actions-0-title`. */
export function toFieldId(name: string): string {
  return `field-${name.replace(/[^A-Za-z0-9_-]+/g, '-')}`
}

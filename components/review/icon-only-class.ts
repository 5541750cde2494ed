/** Hides the text of a button if there is little room; it stays the accessible name. */
export const iconOnlyClass = 'max-sm:sr-only short:sr-only'

/** Hides the text of a button where there is little room; its name stays. */
export const iconOnlyClass = 'max-sm:sr-only short:sr-only'

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `Saved view` becomes `saved view`; `API token` stays. */
export const lowerFirst = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

/** Formats a value such as `in_progress` for people: “In progress”. `canceled` is spelled as on all pages. */
export const capitalise = (value: string): string =>
  upperFirst(value === 'canceled' ? 'cancelled' : value.replaceAll('_', ' '))

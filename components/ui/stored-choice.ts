/**
 * A choice of this browser for pages rendered later: the state of the navigation (`open` or `rail`), whether lists show
 * the filter language (`shown`), the reader's time zone, and the columns of a list page.
 */
type ChoiceName = 'nav' | 'filter-language' | 'zone' | `columns-${string}`

const getCookieName = (choice: ChoiceName) => `hindsight-${choice}`

/** Over TLS the prefix binds the cookie to the host. Browsers accept it only then. */
const secureName = (name: string) => `__Host-${name}`

/** Stores a choice in a cookie; an empty value is no choice. */
export function storeChoice(choice: ChoiceName, value: string): void {
  const isSecure = window.location.protocol === 'https:'
  const name = getCookieName(choice)
  const [fullName, flag] = isSecure ? [secureName(name), '; secure'] : [name, '']
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${fullName}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax${flag}`
}

type Cookies = { get(name: string): { value: string } | undefined }

export function readChoice(cookies: Cookies, choice: ChoiceName): string | undefined {
  const name = getCookieName(choice)
  return (cookies.get(secureName(name)) ?? cookies.get(name))?.value
}

/** A choice of this browser: `open` or `rail`, `shown` or `hidden`, columns of a list page. */
type ChoiceName = 'nav' | 'filter-language' | `columns-${string}`

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

export function toKnownZone(zone: string | undefined): string {
  if (!zone) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

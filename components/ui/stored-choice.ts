/** Cookies that store a choice of this browser for pages rendered later. */
const cookieNames = {
  /** State of the navigation: `open` or `rail`. */
  nav: 'hindsight-nav',
  /** `shown` if lists show the filter language. */
  language: 'hindsight-filter-language',
  /** The reader's time zone. */
  zone: 'hindsight-zone',
} as const

type ChoiceName = keyof typeof cookieNames

/** Over TLS the prefix binds the cookie to the host. Browsers accept it only then. */
const secureName = (name: string) => `__Host-${name}`

export function storeChoice(choice: ChoiceName, value: string): void {
  const isSecure = window.location.protocol === 'https:'
  const name = cookieNames[choice]
  const [fullName, flag] = isSecure ? [secureName(name), '; secure'] : [name, '']
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${fullName}=${value}; path=/; max-age=31536000; samesite=lax${flag}`
}

type Cookies = { get(name: string): { value: string } | undefined }

export function readChoice(cookies: Cookies, choice: ChoiceName): string | undefined {
  const name = cookieNames[choice]
  return (cookies.get(secureName(name)) ?? cookies.get(name))?.value
}

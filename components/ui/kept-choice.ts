/** Where people come over TLS a cookie is bound to the host, and only then may it be named so. */
const secureName = (name: string) => `__Host-${name}`

/** Keeps a choice of this browser for the next page from the server. */
export function keepChoice(name: string, value: string): void {
  const isSecure = window.location.protocol === 'https:'
  const [full, flag] = isSecure ? [secureName(name), '; secure'] : [name, '']
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${full}=${value}; path=/; max-age=31536000; samesite=lax${flag}`
}

type Jar = { get(name: string): { value: string } | undefined }

/** What `keepChoice` kept; undefined when nothing was. */
export const keptChoice = (jar: Jar, name: string): string | undefined =>
  (jar.get(secureName(name)) ?? jar.get(name))?.value

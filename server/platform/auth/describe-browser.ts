import Bowser from 'bowser'

/** Maximum length of a `User-Agent` that is parsed; browsers send shorter ones. */
const maxLength = 512

/** A browser as `Firefox on Windows`, from its `User-Agent`; null for an unknown one. */
export function describeBrowser(userAgent: string | null): string | null {
  if (!userAgent || userAgent.length > maxLength) return null
  const parser = Bowser.getParser(userAgent)
  const browser = parser.getBrowserName()
  const system = parser.getOSName()
  return [browser, system].filter(Boolean).join(' on ') || null
}

import Bowser from 'bowser'

/** Browsers say less than this of themselves; what is longer is no browser's, and not worth reading. */
const longest = 512

/** A browser in plain words, `Firefox on Windows`, from its `User-Agent`; null for one that is not known. */
export function browserInWords(userAgent: string | null): string | null {
  if (!userAgent || userAgent.length > longest) return null
  const parser = Bowser.getParser(userAgent)
  const [browser, system] = [parser.getBrowserName(), parser.getOSName()]
  return [browser, system].filter(Boolean).join(' on ') || null
}

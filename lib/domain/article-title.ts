/** Characters of an article in which its title is looked for. */
export const titleReach = 4_000

const longest = 200

/**
 * What an article is called: its first Markdown heading, else its first line, as plain text of at most 200 characters.
 * What stands in a fenced code block is neither.
 */
export function articleTitle(content: string): string {
  const lines = proseLines(content.slice(0, titleReach))
  const heading = lines
    .map((line) => /^ {0,3}#{1,6}\s+(.*?)(?:\s+#+)?\s*$/.exec(line)?.[1])
    .find((text) => text?.trim())
  const first = lines.find((line) => /[\p{Letter}\p{Number}]/u.test(line))
  const title = plainText(heading ?? first ?? '')
  if (title === '') return 'Untitled'
  return title.length > longest ? `${title.slice(0, longest - 1).trimEnd()}…` : title
}

/** The lines of a text without its fenced code blocks. */
export function proseLines(content: string): string[] {
  let fence: string | null = null
  return content.split(/\r?\n/).filter((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]?.slice(0, 3)
    if (mark && (fence === null || fence === mark)) {
      fence = fence === null ? mark : null
      return false
    }
    return fence === null
  })
}

/** A line of Markdown without its marks: links by their words, emphasis and code by what they hold. */
export function plainText(line: string): string {
  return line
    .replace(/^\s*(?:[-*+>]|\d+[.)])\s+/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|~~|`)(\S.*?)\1/g, '$2')
    .replace(/(?<![\p{Letter}\p{Number}*_])([*_])(\S[^*_]*?)\1(?![\p{Letter}\p{Number}*_])/gu, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

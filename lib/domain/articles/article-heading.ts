/** The parts of an article whose text starts with a heading such as `# Title`. Joined, they are the exact text. */
export type ArticleParts = {
  /** Blank lines and `# ` before the heading. */
  readonly lead: string
  /** The heading as Markdown; empty if the text does not start with one. */
  readonly title: string
  /** Line breaks between heading and body. */
  readonly gap: string
  readonly body: string
}

export function splitHeading(content: string): ArticleParts {
  const [heading, lead = '# ', title = '', gap = ''] =
    /^((?:[ \t]*\r?\n)* {0,3}#{1,6}[ \t]+)([^\r\n]*[^\s])([ \t]*(?:\r?\n)*)/.exec(content) ?? []
  return heading === undefined
    ? { lead, title, gap, body: content }
    : { lead, title, gap, body: content.slice(heading.length) }
}

export function joinHeading({ lead, title, gap, body }: ArticleParts): string {
  if (title.trim() === '') return body
  return `${lead}${title}${gap || (body === '' ? '' : '\n\n')}${body}`
}

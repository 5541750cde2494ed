/** An article whose text starts with a heading such as `# Title`. Joined, the parts are exactly the text again. */
export type ArticleParts = {
  /** `# ` and blank lines before it. */
  readonly lead: string
  /** The heading as Markdown; empty if the text starts with no heading. */
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

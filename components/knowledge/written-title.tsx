import { articleTitle } from '#lib/domain/article-title.ts'

/** The title that a text gives its article; load it apart, as it brings a Markdown parser. */
export const WrittenTitle = ({ content }: { content: string }) => articleTitle(content)

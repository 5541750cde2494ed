import { articleTitle } from '#lib/domain/article-title.ts'

/** The title in a Markdown text. Load it dynamically: it includes a Markdown parser. */
export const WrittenTitle = ({ content }: { content: string }) => articleTitle(content)

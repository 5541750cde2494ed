import { findEndOfFirstHeading } from '#lib/text/markdown-text.ts'
import { titleReach } from './article-title.ts'

/** Returns the text of an article without its leading heading, for pages that show the title themselves. */
export const getArticleBody = (content: string): string =>
  content.slice(findEndOfFirstHeading(content.slice(0, titleReach)))

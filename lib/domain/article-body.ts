import { titleReach } from './article-title.ts'
import { endOfFirstHeading } from './markdown-text.ts'

/** The text of an article without the heading that begins it, for a page that shows the title itself. */
export const articleBody = (content: string): string => content.slice(endOfFirstHeading(content.slice(0, titleReach)))

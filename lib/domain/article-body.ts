import { articleTitle } from './article-title.ts'

/** The text of an article below its title: without the heading that begins it, for a page that shows the title itself. */
export function articleBody(content: string): string {
  const heading = /^\s*#{1,6}[ \t][^\n]*(?:\n|$)/.exec(content)?.[0]
  if (heading === undefined || articleTitle(heading) !== articleTitle(content)) return content
  return content.slice(heading.length)
}

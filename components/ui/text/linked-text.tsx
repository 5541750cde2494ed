import type { ReactNode } from 'react'
import { ExternalLink } from '#components/ui/external-link.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { renderParts } from './render-parts.ts'

/** Pattern of a URL in a text, without the punctuation that ends the sentence around it. */
const urlPattern = String.raw`https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}']`

/** Pages of records by the prefix of the numbers that people write into texts. */
const pagesOfNumbers: Readonly<Record<string, (number: string) => string>> = {
  CHG: pagePaths.change,
  INC: pagePaths.incident,
  PIR: pagePaths.reviewOf,
}
const number = String.raw`\b(?:(?:CHG|INC)\d{4,}|PIR-\d{4}-\d{4,})\b`

const urlOrNumber = new RegExp(`(${urlPattern}|${number})`, 'gi')
const onlyNumber = new RegExp(`(${number})`, 'gi')

const maxLinks = 200

/** Replaces each match in a text. `pattern` has one group, around everything. */
function replaceParts(text: string, pattern: RegExp, replace: (part: string) => ReactNode): ReactNode {
  const parts = text.split(pattern)
  const limit = 2 * maxLinks
  const shownParts = parts.length > limit ? [...parts.slice(0, limit), parts.slice(limit).join('')] : parts
  return renderParts(shownParts, (part, at) => (at % 2 === 0 ? part : replace(part)))
}

function linkTo(part: string): ReactNode {
  const record = part.toUpperCase()
  const page = pagesOfNumbers[record.slice(0, 3)]
  if (page === undefined) {
    return (
      <ExternalLink href={part} className="break-all">
        {part}
      </ExternalLink>
    )
  }
  return (
    <TextLink href={page(record)} className="whitespace-nowrap">
      {part}
    </TextLink>
  )
}

/** Plain text in which URLs and numbers of changes, incidents and reviews are links. */
export const LinkedText = ({ text }: { text: string }) => replaceParts(text, urlOrNumber, linkTo)

/** Plain text in which numbers of records are links. URLs are not, because the surrounding text links them. */
export const LinkedNumbers = ({ text }: { text: string }) => replaceParts(text, onlyNumber, linkTo)

/** Text inside a link, in which numbers of records do not wrap. */
export const UnbrokenNumbers = ({ text }: { text: string }) =>
  replaceParts(text, onlyNumber, (part) => <span className="whitespace-nowrap">{part}</span>)

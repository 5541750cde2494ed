import { Fragment } from 'react'
import { ExternalLink } from '#components/ui/external-link.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** An address in a text, without the punctuation that ends the sentence around it, or the number of an incident. */
const linked = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}']|\bINC\d{4,}\b)/gi

/** A plain text whose web addresses and numbers of incidents are links. */
export function LinkedText({ text }: { text: string }) {
  return text.split(linked).map((part, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no identity and never move
    if (at % 2 === 0) return <Fragment key={at}>{part}</Fragment>
    return /^http/i.test(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no identity and never move
      <ExternalLink key={at} href={part} className="break-all">
        {part}
      </ExternalLink>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no identity and never move
      <TextLink key={at} href={pagePaths.incident(part.toUpperCase())}>
        {part}
      </TextLink>
    )
  })
}

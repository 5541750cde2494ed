import { Fragment } from 'react'
import { ExternalLink } from './external-link.tsx'

/** An address in a text, without the punctuation that ends the sentence around it. */
const address = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}'])/gi

/** A plain text whose web addresses are links. */
export function LinkedText({ text }: { text: string }) {
  return text.split(address).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no identity and never move
      <ExternalLink key={at} href={part} className="break-all">
        {part}
      </ExternalLink>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no identity and never move
      <Fragment key={at}>{part}</Fragment>
    ),
  )
}

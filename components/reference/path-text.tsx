import { Fragment } from 'react'

/** A path that may break after each slash, with its parameters set apart. */
export function PathText({ path }: { path: string }) {
  const segments = path.split('/').slice(1)
  return (
    <code className="font-mono break-words">
      {segments.map((segment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a path never move
        <Fragment key={index}>
          /<wbr />
          {segment.startsWith('{') ? <span className="text-accent-text">{segment}</span> : segment}
        </Fragment>
      ))}
    </code>
  )
}
